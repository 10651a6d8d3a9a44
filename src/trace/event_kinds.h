// Names of the kinds of events, as `unply convert` writes and reads them, and the pairs of begin and end.
#pragma once
#include <cstdint>
#include <string_view>

namespace unply {

std::string_view name_of_event(uint8_t kind); // "chunk", "wait_begin"; empty if the kind is not known
uint8_t event_named(std::string_view name);   // 0 if there is none
uint8_t end_of_event(uint8_t kind);           // of a BEGIN that nests on its thread, else 0
const char* name_of_object(uint8_t kind);     // of an ObjectKind: "lock"; "unknown" if there is no such kind
inline bool is_known_event(uint8_t kind) { return !name_of_event(kind).empty(); }

} // namespace unply
