// Impossible active times, by the system's counts and by the number of cores; times are ns.
#include "timeline/statistics.h"
#include "timeline/testing/sample_events.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {
constexpr uint64_t kMs = 1'000'000;

RunStatistics statistics_of(const SampleEvents& events, const StatisticsRequest& request = {}) {
  auto run = run_statistics(events, request);
  REQUIRE(run.has_value());
  return *run;
}

// A rank of MPI without threads of its own: 3200 ms by the clock, of which it had a core for 980.
SampleEvents preempted_unseen() {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 3200 * kMs);
  events.put(t0, 3200 * kMs, kEventCpuTime, 0, 980 * kMs);
  events.put(t0, 3200 * kMs, kEventThreadEnd);
  return events;
}
} // namespace

TEST_CASE("a thread is not active for longer than it had a core, and what is missing is said") {
  RunStatistics run = statistics_of(preempted_unseen());
  CHECK(run.active_ns() == 980 * kMs);
  CHECK(run.off_core_ns == 2220 * kMs);
  CHECK(run.lanes[0].active_ns() == 980 * kMs);
  CHECK(run.lost_ns() == 2220 * kMs);
  CHECK(run.efficiency() == doctest::Approx(0.30625));
  REQUIRE(run.head.notes.size() == 1);
  CHECK(run.head.notes[0] ==
        "one thread seemed active for 3.20 s but had a core for 980 ms: preemptions are missing in "
        "the recording, or threads slept or read where no wait is recorded; the rest does not "
        "count as active");
  RunStatistics part = statistics_of(preempted_unseen(), {.from_ns = 0, .to_ns = 100 * kMs}); // when is not known
  CHECK(part.active_ns() == 100 * kMs);
}

TEST_CASE("preemptions that are recorded explain why a thread had no core") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 1000 * kMs);
  events.put(t0, 100 * kMs, kEventPreempted);
  events.put(t0, 700 * kMs, kEventResumed);
  events.put(t0, 1000 * kMs, kEventCpuTime, 0, 399 * kMs);
  RunStatistics run = statistics_of(events);
  CHECK(run.active_ns() == 400 * kMs); // within the difference of the clocks
  CHECK(run.head.notes.empty());
}

TEST_CASE("more active time than all cores have is never shown without a word") {
  SampleEvents events;
  events.trace().info.cores = 2;
  for (int i = 0; i < 10; ++i) events.thread(i == 0 ? kThreadInitial : kThreadPthread, 0, 770 * kMs);
  RunStatistics run = statistics_of(events);
  REQUIRE(run.head.notes.size() == 1);
  CHECK(run.head.notes[0].find("active time adds up to 7.70 s, more than 2 cores have in 770 ms (1.54 s)") == 0);
  CHECK(run.head.notes[0].find("of 10 of 10 threads the time on a core is not known") != std::string::npos);
  CHECK(statistics_of(events, {.from_ns = 0, .to_ns = 50 * kMs}).head.notes.size() == 1);
  SampleEvents few;
  few.trace().info.cores = 2;
  for (int i = 0; i < 2; ++i) few.thread(i == 0 ? kThreadInitial : kThreadPthread, 0, 770 * kMs);
  CHECK(statistics_of(few).head.notes.empty());
}

TEST_CASE("processes on several hosts have the cores of all") {
  SampleEvents events;
  events.trace().info.cores = 2;
  events.add_process(1, "other");
  for (uint32_t process : {0, 1})
    for (int i = 0; i < 2; ++i) events.thread(i == 0 ? kThreadInitial : kThreadPthread, 0, 100 * kMs, process);
  CHECK(statistics_of(events).head.notes.empty());
}
