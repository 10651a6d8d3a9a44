// What becomes of an event, by its kind: TimelineBuilder::take.
#pragma once
#include <cstdint>

namespace unply {

bool has_handler(uint8_t kind); // UnplyEventKind; false: events of it are passed over unseen

} // namespace unply
