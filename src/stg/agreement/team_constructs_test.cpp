// Events of two threads, by hand: which of them count, and which tasks depend on which.
#include "stg/agreement/team_constructs.h"
#include "unply/event_format.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

struct Recording {
  std::vector<OpenmpEvent> events = {};
  std::vector<std::string> sites = {"?", "x.c:1", "x.c:2", "x.c:3", "x.c:4"};
  void add(uint32_t thread, uint8_t kind, uint64_t a, uint64_t b = 0, uint32_t site = 0) {
    events.push_back({.time_ns = events.size(), .a = a, .b = b, .thread = thread, .site = site, .kind = kind});
  }
  void task(uint32_t thread, uint64_t number, uint64_t address, uint32_t site) {
    add(thread, kEventTaskCreate, number, 0, site);
    if (address != 0) add(thread, kEventTaskDependence, kDependInout, address);
  }
  TeamConstructs teams() const { return recorded_teams(events, sites); }
};

// parallel { for (10) task; single { task inout(a); task inout(a); task inout(b); } }, run by two threads
Recording two_threads(uint32_t single_on) {
  Recording r;
  r.add(0, kEventParallelBegin, 1, 2, 1);
  for (const uint32_t thread : {0U, 1U}) r.add(thread, kEventImplicitBegin, 1, uint64_t(2) << 32 | thread);
  for (const uint32_t thread : {0U, 1U}) {
    r.add(thread, kEventWorkBegin, kWorkLoopStatic, 10, 2);
    for (uint64_t i = 0; i < 5; ++i) r.task(thread, 100 + 10 * thread + i, 64, 3);
    r.add(thread, kEventWorkEnd, kWorkLoopStatic);
  }
  r.task(0, 7, 0, 4), r.task(1, 8, 0, 4); // each thread for itself
  r.add(single_on, kEventWorkBegin, kWorkSingleExecutor, 1, 4);
  r.task(single_on, 1, 64, 3), r.task(single_on, 2, 64, 3), r.task(single_on, 3, 72, 3);
  r.add(single_on, kEventWorkEnd, kWorkSingleExecutor);
  return r;
}

} // namespace

TEST_CASE("a team's constructs count once, whichever thread runs them") {
  const TeamConstructs first = two_threads(0).teams(), second = two_threads(1).teams();
  for (const TeamConstructs& teams : {first, second}) {
    const ConstructCounts counts = teams.counts();
    CHECK(counts.tasks == 14); // ten in the loop, three in the single, and that of thread 0
    CHECK(counts.dependences == 1);
    CHECK(counts.loops == 1);
    CHECK(counts.iterations == 10);
    CHECK(counts.regions == 2);
  }
  CHECK(!first.difference(second));
}

TEST_CASE("dependences, places and iterations that differ are found") {
  const TeamConstructs right = two_threads(0).teams();
  const auto difference = [&](auto change) {
    Recording changed = two_threads(1);
    for (OpenmpEvent& event : changed.events) change(event);
    const auto found = right.difference(changed.teams());
    return found ? found->what : "";
  };
  CHECK(difference([](OpenmpEvent& e) {
          if (e.kind == kEventTaskDependence && e.b == 72) e.b = 64;
        }).starts_with("the number of tasks at x.c:3"));
  CHECK(difference([](OpenmpEvent& e) {
          if (e.kind == kEventWorkBegin && e.site == 2) e.b = 9;
        }) == "how often there is a loop at x.c:2");
  CHECK(difference([](OpenmpEvent& e) {
          if (e.kind == kEventTaskCreate && e.a == 7) e.site = 2;
        }).starts_with("the number of tasks at x.c:"));
  // Without debug information kinds are left.
  CHECK(difference([](OpenmpEvent& e) { e.site = 0; }) == "");
}
