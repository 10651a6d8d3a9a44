// States, lines and constructs of streams written by hand, each with the intervals that it must give.
#include "timeline/testing/sample_timeline.h"
#include <doctest/doctest.h>

using namespace unply;

namespace doctest {
template <> struct StringMaker<std::vector<std::string>> {
  static String convert(const std::vector<std::string>& words) {
    std::string all;
    for (const std::string& word : words) all += "\n    " + word;
    return all.c_str();
  }
};
} // namespace doctest

namespace {
using Words = std::vector<std::string>;

std::string stretches_of(const CriticalPath& path) {
  std::string words;
  for (const PathStretch& each : path.stretches)
    words += std::to_string(each.lane) + "@" + std::to_string(each.begin_ns) + "-" + std::to_string(each.end_ns) + " ";
  return words;
}
} // namespace

TEST_CASE("a team's loop, its barrier, and the serial gap, which is no wait of the worker's") {
  SampleEvents events = two_regions();
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0) ==
        Words{"0-10 active serial code", "10-14 overhead fork, join or dispatch", "14-20 active parallel region",
              "20-22 overhead fork, join or dispatch", "22-50 active loop chunk", "50-62 wait event barrier",
              "62-63 active parallel region", "63-65 overhead fork, join or dispatch", "65-150 active serial code",
              "150-151 overhead fork, join or dispatch", "151-170 active parallel region", "170-172 wait event barrier",
              "172-175 overhead fork, join or dispatch", "175-200 active serial code"});
  CHECK(timeline.lane(1) == Words{"12-16 idle idle", "16-20 active parallel region",
                                  "20-23 overhead fork, join or dispatch", "23-40 active loop chunk",
                                  "40-60 active loop chunk", "60-65 wait event barrier", "65-157 idle idle",
                                  "157-171 active parallel region", "171-175 wait event barrier", "175-200 idle idle"});
  CHECK(timeline.lines == Words{"fork 0@10 -> 1@16", "barrier 1@60 -> 0@62", "join 1@60 -> 0@65", "fork 0@150 -> 1@157",
                                "barrier 1@171 -> 0@172", "join 1@171 -> 0@175"});
  CHECK(timeline.constructs_of(ConstructKind::chunk) ==
        Words{"1@23-40 10 10 active 17", "0@22-50 0 10 active 28", "1@40-60 20 10 active 20"});
  CHECK(timeline.constructs_of(ConstructKind::region) == Words{"0@10-65 2 2 active 76", "0@150-175 2 2 active 33"});
  CHECK(timeline.constructs_of(ConstructKind::loop) == Words{"0@20-50 30 0 active 28", "1@20-60 30 0 active 37"});
}

TEST_CASE("the critical path goes over the threads that ended the waits") {
  SampleEvents events = two_regions();
  SampleTimeline timeline(events);
  CHECK(stretches_of(timeline.path) == "0@0-10 1@10-60 0@60-150 1@150-171 0@171-200 ");
  uint64_t all = 0;
  for (const PathRow& row : timeline.path.rows) all += row.time_ns;
  CHECK(all == 200);
}

TEST_CASE("the critical path goes from a taskwait to the task that ended it, and on the thread that created that") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 100), t1 = events.thread(kThreadOpenmp, 0, 100);
  events.put(t0, 0, kEventParallelBegin, 1, 2);
  events.put(t0, 0, kEventImplicitBegin, 1, uint64_t{2} << 32);
  events.put(t1, 0, kEventImplicitBegin, 1, uint64_t{2} << 32 | 1);
  events.put(t1, 2, kEventWaitBegin, kWaitBarrierImplicit);
  events.put(t0, 5, kEventTaskCreate, 7);
  events.put(t1, 10, kEventTaskSwitch, kTaskOtherReason, 7);
  events.put(t0, 20, kEventWaitBegin, kWaitTaskwait);
  events.put(t1, 60, kEventTaskSwitch, kTaskCompleted, uint64_t{7} << 32);
  events.put(t0, 62, kEventWaitEnd, kWaitTaskwait);
  events.put(t0, 90, kEventWaitBegin, kWaitBarrierImplicit);
  events.put(t0, 91, kEventWaitEnd, kWaitBarrierImplicit);
  events.put(t0, 91, kEventImplicitEnd, 1);
  events.put(t0, 91, kEventParallelEnd, 1);
  SampleTimeline timeline(events);
  CHECK(stretches_of(timeline.path) == "0@0-5 1@5-60 0@60-100 ");
  CHECK(timeline.lines ==
        Words{"fork 0@0 -> 1@0", "task creation 0@5 -> 1@10", "task wait 1@60 -> 0@62", "join 1@2 -> 0@91"});
}

TEST_CASE("what the system takes is no work on the critical path, in a loop or while a lock is held") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 200);
  events.put(t0, 10, kEventParallelBegin, 1, 1);
  events.put(t0, 10, kEventImplicitBegin, 1, uint64_t{1} << 32);
  events.put(t0, 20, kEventWorkBegin, kWorkLoopStatic, 8);
  events.put(t0, 30, kEventPreempted);
  events.put(t0, 80, kEventResumed);
  events.put(t0, 90, kEventWorkEnd, kWorkLoopStatic);
  events.put(t0, 100, kEventLockAcquired, kLockCritical, 7);
  events.put(t0, 110, kEventPreempted);
  events.put(t0, 150, kEventResumed);
  events.put(t0, 155, kEventLockReleased, kLockCritical, 7);
  events.put(t0, 160, kEventImplicitEnd, 1);
  events.put(t0, 160, kEventParallelEnd, 1);
  SampleTimeline timeline(events);
  CHECK(timeline.path.preempted_ns() == 90);
  uint64_t worked = 0;
  for (const PathRow& row : timeline.path.rows) worked += row.state == ProcState::active ? row.time_ns : 0;
  CHECK(worked == 110);
  for (const Construct& each : timeline.constructs) {
    if (each.kind == ConstructKind::loop)
      CHECK(std::pair(each.active_ns, each.preempted_ns) == std::pair<uint64_t, uint64_t>(20, 50));
    if (each.kind == ConstructKind::lock_hold)
      CHECK(std::pair(each.active_ns, each.preempted_ns) == std::pair<uint64_t, uint64_t>(15, 40));
  }
}

TEST_CASE("tasks keep what is open in them, on whatever thread they go on") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 100), t1 = events.thread(kThreadOpenmp, 0, 100);
  events.put(t0, 0, kEventParallelBegin, 1, 2);
  events.put(t0, 0, kEventImplicitBegin, 1, uint64_t{2} << 32);
  events.put(t1, 0, kEventImplicitBegin, 1, uint64_t{2} << 32 | 1);
  events.put(t1, 2, kEventWaitBegin, kWaitBarrierImplicit, 0);
  events.put(t0, 5, kEventTaskCreate, 7, kTaskUntied);
  events.put(t1, 10, kEventTaskSwitch, kTaskOtherReason, 7); // 0 -> 7
  events.put(t1, 12, kEventUserBegin, 3);
  events.put(t1, 20, kEventTaskCreate, 8, 7 << 8);
  events.put(t1, 30, kEventTaskSwitch, kTaskYielded, uint64_t{7} << 32); // 7 is untied: left half done
  events.put(t0, 40, kEventWaitBegin, kWaitTaskwait, 0);
  events.put(t0, 42, kEventTaskSwitch, kTaskOtherReason, 7);
  events.put(t1, 45, kEventTaskSwitch, kTaskOtherReason, 8);
  events.put(t0, 50, kEventUserEnd, 3);
  events.put(t1, 55, kEventTaskSwitch, kTaskCompleted, uint64_t{8} << 32);
  events.put(t0, 60, kEventTaskSwitch, kTaskCompleted, uint64_t{7} << 32);
  events.put(t0, 62, kEventWaitEnd, kWaitTaskwait, 0);
  events.put(t0, 70, kEventWaitBegin, kWaitBarrierImplicit, 0);
  events.put(t0, 71, kEventWaitEnd, kWaitBarrierImplicit, 0);
  events.put(t0, 71, kEventImplicitEnd, 1);
  events.put(t0, 71, kEventParallelEnd, 1);
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0) == Words{"0-40 active parallel region", "40-42 wait task taskwait", "42-50 active user region",
                                  "50-60 active task", "60-62 wait task taskwait", "62-70 active parallel region",
                                  "70-71 wait event barrier", "71-100 active serial code"});
  CHECK(timeline.lane(1) == Words{"0-2 active parallel region", "2-10 wait event barrier", "10-12 active task",
                                  "12-30 active user region", "30-45 wait event barrier", "45-55 active task",
                                  "55-71 wait event barrier", "71-100 idle idle"});
  CHECK(timeline.constructs_of(ConstructKind::task) == Words{"1@45-55 8 20 active 10", "0@10-60 7 5 active 38"});
  CHECK(timeline.lines == Words{"fork 0@0 -> 1@0", "task creation 0@5 -> 1@10", "join 1@2 -> 0@71"});
}

TEST_CASE("locks, signals, joins and threads of the program's own") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 100), t1 = events.thread(kThreadPthread, 8, 60);
  events.put(t1, 8, kEventThreadBegin, kThreadPthread, 5);
  events.put(t0, 7, kEventThreadCreate, 0, 5);
  events.put(t0, 12, kEventLockAcquired, kLockMutex, 0xa0);
  events.put(t1, 15, kEventLockWait, kLockMutex, 0xa0);
  events.put(t0, 20, kEventLockReleased, kLockMutex, 0xa0);
  events.put(t1, 22, kEventLockAcquired, kLockMutex, 0xa0);
  events.put(t1, 30, kEventLockReleased, kLockMutex, 0xa0);
  events.put(t0, 31, kEventWaitBegin, kWaitCondition, 0xc0);
  events.put(t1, 40, kEventSignal, kWaitCondition, 0xc0);
  events.put(t0, 41, kEventWaitEnd, kWaitCondition, 0xc0);
  events.put(t0, 50, kEventWaitBegin, kWaitJoin, 5);
  events.put(t1, 55, kEventThreadEnd);
  events.put(t0, 58, kEventWaitEnd, kWaitJoin, 5);
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0) == Words{"0-31 active serial code", "31-41 wait event condition variable",
                                  "41-50 active serial code", "50-58 wait task join of a thread",
                                  "58-100 active serial code"});
  CHECK(timeline.lane(1) ==
        Words{"8-15 active thread", "15-22 wait lock mutex", "22-55 active thread", "55-60 idle idle"});
  CHECK(timeline.lines ==
        Words{"thread creation 0@7 -> 1@8", "lock 0@20 -> 1@22", "signal 1@40 -> 0@41", "thread join 1@55 -> 0@58"});
  CHECK(timeline.constructs_of(ConstructKind::lock_hold) == Words{"0@12-20 160 0 active 8", "1@22-30 160 0 active 8"});
  CHECK(timeline.constructs_of(ConstructKind::lock_wait) == Words{"1@15-22 160 1 active 0"});
  uint64_t all = 0;
  for (const PathRow& row : timeline.path.rows) all += row.time_ns;
  CHECK(all == 100); // from the begin of thread 0, which made the one that held it up
  CHECK(timeline.path.stretches.size() == 3);
}

TEST_CASE("what a killed program left open ends with its thread") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 50), t1 = events.thread(kThreadOpenmp, 5, 40);
  events.put(t0, 5, kEventParallelBegin, 1, 2);
  events.put(t0, 6, kEventImplicitBegin, 1, uint64_t{2} << 32);
  events.put(t1, 7, kEventImplicitBegin, 1, uint64_t{2} << 32 | 1);
  events.put(t0, 10, kEventWorkBegin, kWorkLoopDynamic, 8);
  events.put(t0, 10, kEventChunk, 0, 4);
  events.put(t1, 20, kEventLockAcquired, kLockOmp, 9);
  events.put(t1, 30, kEventPreempted);
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0) == Words{"0-5 active serial code", "5-6 overhead fork, join or dispatch",
                                  "6-10 active parallel region", "10-50 active loop chunk"});
  CHECK(timeline.lane(1) == Words{"5-7 idle idle", "7-30 active parallel region", "30-40 preempted preempted"});
  CHECK(timeline.constructs_of(ConstructKind::chunk) == Words{"0@10-50 0 4 active 40 unfinished"});
  CHECK(timeline.constructs_of(ConstructKind::lock_hold) == Words{"1@20-40 9 0 active 10 unfinished"});
}

TEST_CASE("what was not recorded is a state of its own, within waits only while nothing at all was") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 100), t1 = events.thread(kThreadPthread, 0, 60);
  events.put(t0, 10, kEventUnseenBegin, kUnseenSwitches);
  events.put(t0, 20, kEventWaitBegin, kWaitSemaphore);
  events.put(t0, 30, kEventWaitEnd, kWaitSemaphore);
  events.put(t0, 40, kEventUnseenEnd, kUnseenSwitches);
  events.put(t0, 50, kEventPreempted);
  events.put(t0, 55, kEventUnseenBegin, kUnseenSwitches);
  events.put(t0, 60, kEventTracingOff, kOffNoRoom); // with the ends of both
  events.put(t0, 70, kEventTracingOn, 17);
  events.put(t0, 75, kEventWaitBegin, kWaitSemaphore);
  events.put(t0, 80, kEventTracingOff, kOffPaused);
  events.put(t1, 0, kEventThreadBegin, kThreadPthread);
  events.put(t1, 5, kEventUnseenBegin, kUnseenThread);
  events.put(t1, 50, kEventThreadEnd);
  SampleTimeline timeline(events);
  const std::string unrecorded = " not recorded not recorded";
  CHECK(timeline.lane(0) == Words{"0-10 active serial code", "10-20" + unrecorded, "20-30 wait event semaphore",
                                  "30-40" + unrecorded, "40-50 active serial code", "50-55 preempted preempted",
                                  "55-70" + unrecorded, "70-75 active serial code", "75-80 wait event semaphore",
                                  "80-100" + unrecorded});
  CHECK(timeline.lane(1) == Words{"0-5 active thread", "5-50" + unrecorded, "50-60 idle idle"});
  CHECK(timeline.head.notes.size() == 3); // why, each with its time
}

TEST_CASE("GOMP code: a single without an end, sections as chunks; nested regions; cores") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 60);
  events.put(t0, 0, kEventParallelBegin, 1, 1);
  events.put(t0, 0, kEventImplicitBegin, 1, uint64_t{1} << 32);
  events.put(t0, 5, kEventWorkBegin, kWorkSingleExecutor, 1);
  events.put(t0, 9, kEventWaitBegin, kWaitBarrierImplementation, 0);
  events.put(t0, 10, kEventWaitEnd, kWaitBarrierImplementation, 0);
  events.put(t0, 15, kEventParallelBegin, 2, 1);
  events.put(t0, 16, kEventImplicitBegin, 2, uint64_t{1} << 32);
  events.put(t0, 20, kEventWorkBegin, kWorkSections, 2);
  events.put(t0, 20, kEventSection, kWorkSections, 0);
  events.put(t0, 25, kEventSection, kWorkSections, 1, 0, 3);
  events.put(t0, 30, kEventWorkEnd, kWorkSections, 2);
  events.put(t0, 40, kEventImplicitEnd, 2, 0, 0, 4);
  events.put(t0, 41, kEventParallelEnd, 2);
  events.put(t0, 50, kEventImplicitEnd, 1);
  events.put(t0, 50, kEventParallelEnd, 1);
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0) == Words{"0-5 active parallel region", "5-9 active single", "9-10 wait event barrier",
                                  "10-15 active parallel region", "15-16 overhead fork, join or dispatch",
                                  "16-20 active parallel region", "20-25 active section", "25-30 active section",
                                  "30-40 active parallel region", "40-41 overhead fork, join or dispatch",
                                  "41-50 active parallel region", "50-60 active serial code"});
  CHECK(timeline.cores(0) == std::vector<int>{-1, -1, -1, -1, -1, -1, -1, 3, 3, 4, 4, 4});
  CHECK(timeline.constructs_of(ConstructKind::region) == Words{"0@15-41 1 1 active 24", "0@0-50 1 1 active 47"});
}

TEST_CASE("messages pair in their order, by partner and tag; a collective has a last one") {
  SampleEvents events;
  events.add_process(1);
  uint32_t r0 = events.thread(kThreadInitial, 0, 100, 0), r1 = events.thread(kThreadInitial, 0, 100, 1);
  events.put(r0, 10, kEventSend, uint64_t{1} << 32 | 4, 80);
  events.put(r0, 20, kEventSend, uint64_t{1} << 32 | 4, 90);
  events.put(r1, 5, kEventWaitBegin, kWaitMessage, 0);
  events.put(r1, 12, kEventReceive, uint64_t{0} << 32 | 4, 80);
  events.put(r1, 13, kEventWaitEnd, kWaitMessage, 0);
  events.put(r1, 30, kEventReceive, uint64_t{0} << 32 | 4, 90);
  events.put(r0, 40, kEventCollectiveBegin, uint64_t{kCollectiveAllreduce} << 32 | 1, 8);
  events.put(r1, 60, kEventCollectiveBegin, uint64_t{kCollectiveAllreduce} << 32 | 1, 8);
  events.put(r0, 61, kEventCollectiveEnd, uint64_t{kCollectiveAllreduce} << 32 | 1, 8);
  events.put(r1, 62, kEventCollectiveEnd, uint64_t{kCollectiveAllreduce} << 32 | 1, 8);
  SampleTimeline timeline(events);
  CHECK(timeline.head.lanes[1].name == "rank 1 thread 0");
  CHECK(timeline.lane(1) == Words{"0-5 active serial code", "5-13 wait event message", "13-60 active serial code",
                                  "60-62 wait event collective operation", "62-100 active serial code"});
  CHECK(timeline.lines == Words{"message 0@10 -> 1@12", "message 0@20 -> 1@30", "barrier 1@60 -> 0@61"});
}

TEST_CASE("starting MPI is set-up, ending it from when the last rank has come; waits know their function") {
  SampleEvents events;
  events.add_process(1);
  uint32_t r0 = events.thread(kThreadInitial, 0, 100, 0), r1 = events.thread(kThreadInitial, 0, 100, 1);
  auto a = [](uint64_t function, uint64_t operation) { return function << 40 | operation << 32 | 1; };
  for (uint32_t rank : {r0, r1}) {
    events.put(rank, 10 + rank, kEventCollectiveBegin, a(1, kCollectiveInit), 0);
    events.put(rank, 20, kEventCollectiveEnd, a(1, kCollectiveInit), 0);
  }
  events.put(r0, 30, kEventWaitBegin, kWaitMessage, 7);
  events.put(r0, 40, kEventWaitEnd, kWaitMessage, 7);
  events.put(r0, 50, kEventCollectiveBegin, a(2, kCollectiveFinalize), 0);
  events.put(r1, 80, kEventCollectiveBegin, a(2, kCollectiveFinalize), 0);
  events.put(r0, 90, kEventCollectiveEnd, a(2, kCollectiveFinalize), 0);
  events.put(r1, 95, kEventCollectiveEnd, a(2, kCollectiveFinalize), 0);
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0) == Words{"0-10 active serial code", "10-20 set-up start or end of MPI",
                                  "20-30 active serial code", "30-40 wait event message", "40-50 active serial code",
                                  "50-80 wait event collective operation", "80-90 set-up start or end of MPI",
                                  "90-100 active serial code"});
  CHECK(timeline.lane(1) == Words{"0-11 active serial code", "11-20 set-up start or end of MPI",
                                  "20-80 active serial code", "80-95 set-up start or end of MPI",
                                  "95-100 active serial code"});
  CHECK(timeline.lines == Words{"barrier 1@80 -> 0@80"});
  CHECK(timeline.constructs_of(ConstructKind::collective) == Words{"0@50-80 2 1 active 0", "1@80-80 2 1 active 0"});
  CHECK(timeline.constructs_of(ConstructKind::setup) ==
        Words{"0@10-20 1 1 active 0", "1@11-20 1 1 active 0", "0@80-90 2 1 active 0", "1@80-95 2 1 active 0"});
  CHECK(timeline.intervals[0][3].object == 7);
  CHECK(function_of(Activity::message, 7) == 7);
  CHECK(function_of(Activity::task, 7) == 0);
}

TEST_CASE("a rank that never comes leaves the others waiting for it in MPI_Finalize") {
  SampleEvents events;
  events.add_process(1);
  uint32_t r0 = events.thread(kThreadInitial, 0, 100, 0), r1 = events.thread(kThreadInitial, 0, 60, 1);
  for (uint32_t rank : {r0, r1}) {
    events.put(rank, 10, kEventCollectiveBegin, uint64_t{kCollectiveInit} << 32 | 1, 0);
    events.put(rank, 20, kEventCollectiveEnd, uint64_t{kCollectiveInit} << 32 | 1, 0);
  }
  events.put(r0, 50, kEventCollectiveBegin, uint64_t{kCollectiveFinalize} << 32 | 1, 0);
  SampleTimeline timeline(events);
  CHECK(timeline.lane(0).back() == "50-100 wait event collective operation");
}

TEST_CASE("of several messages under way the one that was sent first is received first") {
  SampleEvents events;
  events.add_process(1);
  uint32_t r0 = events.thread(kThreadInitial, 0, 100, 0), r1 = events.thread(kThreadInitial, 0, 100, 1);
  for (uint64_t sent : {10, 20, 30}) events.put(r0, sent, kEventSend, uint64_t{1} << 32 | 4, sent);
  for (uint64_t received : {40, 50, 60}) events.put(r1, received, kEventReceive, 4, received - 30);
  SampleTimeline timeline(events);
  CHECK(timeline.lines == Words{"message 0@10 -> 1@40", "message 0@20 -> 1@50", "message 0@30 -> 1@60"});
  CHECK(timeline.head.notes.empty());
  SampleEvents early; // received before they were sent, by clocks that differ
  early.add_process(1);
  r0 = early.thread(kThreadInitial, 0, 100, 0), r1 = early.thread(kThreadInitial, 0, 100, 1);
  for (uint64_t received : {10, 20, 30}) early.put(r1, received, kEventReceive, 4, received);
  for (uint64_t sent : {40, 50, 60}) early.put(r0, sent, kEventSend, uint64_t{1} << 32 | 4, sent - 30);
  CHECK(SampleTimeline(early).lines == Words{"message 0@10 -> 1@10", "message 0@20 -> 1@20", "message 0@30 -> 1@30"});
}

// As include/unply/annotate.h writes them, whose ends have no number.
TEST_CASE("an end without a number ends the innermost region of the user's") {
  SampleEvents events;
  uint32_t t0 = events.thread(kThreadInitial, 0, 30);
  events.put(t0, 2, kEventUserBegin, 1);
  events.put(t0, 4, kEventUserBegin, 2);
  events.put(t0, 7, kEventUserEnd);
  events.put(t0, 12, kEventUserEnd);
  SampleTimeline timeline(events);
  REQUIRE(timeline.constructs.size() == 2);
  CHECK(timeline.constructs[0].object == 2);
  CHECK(timeline.constructs[0].finished);
  CHECK(timeline.constructs[0].end_ns == 7);
  CHECK(timeline.constructs[1].object == 1);
  CHECK(timeline.constructs[1].end_ns == 12);
  CHECK(timeline.lane(0) == Words{"0-2 active serial code", "2-4 active user region", "4-7 active user region",
                                  "7-12 active user region", "12-30 active serial code"});
}

TEST_CASE("values and points of the user's") {
  SampleEvents events;
  events.object(ObjectKind::name, 1, "VARIAB");
  uint32_t t0 = events.thread(kThreadInitial, 0, 10);
  events.put(t0, 4, kEventUserValue, uint64_t{kValueFloat64} << 48 | 1, 0x4000000000000000);
  SampleTimeline timeline(events);
  REQUIRE(timeline.marks.size() == 1);
  CHECK(events.tables().text(timeline.marks[0].name) == "VARIAB");
  CHECK(timeline.marks[0].value_type == kValueFloat64);
}
