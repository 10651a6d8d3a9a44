// Every kind of event has its handler; event_kinds_test.cpp compares the kinds with the header.
#include "timeline/event_handlers.h"
#include "trace/event_kinds.h"
#include <doctest/doctest.h>

TEST_CASE("each kind of event is taken by a handler, and no other number is") {
  for (int kind = 0; kind < 256; ++kind) {
    INFO("kind ", kind);
    CHECK(unply::has_handler(static_cast<uint8_t>(kind)) == unply::is_known_event(static_cast<uint8_t>(kind)));
  }
}
