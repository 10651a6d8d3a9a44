// Each construct as libomp delivers it on one thread, and the graph that OpenMP gives it, row by row.
#include "graph/execution_graph.h"
#include "graph/openmp_tasks.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {
// Site n is a.c:n.
Trace tables() {
  Trace trace;
  trace.strings = {"", "a.c"};
  for (uint32_t line = 0; line < 100; ++line) {
    Site site{};
    site.file = StringId{line == 0 ? 0u : 1u}, site.line = line;
    trace.sites.push_back(site);
  }
  return trace;
}

class Thread {
public:
  explicit Thread(uint32_t thread = 0) { block.thread = thread; }
  // The event comes `ns` after the one before.
  Thread& add(uint64_t ns, UnplyEventKind kind, uint64_t a = 0, uint64_t b = 0, uint32_t line = 0) {
    block.time_ns.push_back(now_ += ns);
    block.kind.push_back(kind);
    block.site.push_back(line);
    block.core.push_back(0);
    block.a.push_back(a);
    block.b.push_back(b);
    return *this;
  }
  Thread& begin_region(uint32_t line = 1) {
    return add(0, kEventThreadBegin)
        .add(10, kEventParallelBegin, 1, 1, line)
        .add(0, kEventImplicitBegin, 1, 1ull << 32);
  }
  Thread& end_region() { return add(1, kEventImplicitEnd, 1).add(0, kEventParallelEnd, 1).add(10, kEventThreadEnd); }
  Thread& create(uint64_t ns, uint64_t task, uint32_t line, uint8_t flags = 0) {
    return add(ns, kEventTaskCreate, task, flags | kTaskUndeferred, line);
  }
  Thread& depend(uint8_t type, uint64_t address) { return add(0, kEventTaskDependence, type, address); }
  Thread& enter(uint64_t left, uint64_t task) { return add(0, kEventTaskSwitch, kTaskOtherReason, left << 32 | task); }
  Thread& leave(uint64_t ns, uint64_t task, uint64_t to) {
    return add(ns, kEventTaskSwitch, kTaskCompleted, task << 32 | to);
  }
  Thread& task(uint64_t number, uint32_t line, uint64_t ns) { // whole, by the implicit task
    return create(1, number, line).enter(0, number).leave(ns, number, 0);
  }
  Thread& taskwait(uint32_t line) {
    return add(1, kEventWaitBegin, kWaitTaskwait, 0, line).add(50, kEventWaitEnd, kWaitTaskwait, 0, line);
  }
  EventBlock block;

private:
  uint64_t now_ = 0;
};

Result<Trace> read(const Thread& thread) {
  OpenmpTasks tasks(tables());
  TRY(tasks.add(thread.block));
  return tasks.finish();
}

// A row for each part: "3 5 7 <1 <2 taskwait" is row 3, of the construct in line 5, ran 7 ns, after rows 1 and 2.
std::vector<std::string> rows_of(const Thread& thread) {
  auto trace = read(thread);
  REQUIRE(trace);
  auto graph = ExecutionGraph::build(std::move(*trace));
  REQUIRE(graph);
  const Trace& t = graph->trace();
  std::vector<std::string> rows;
  for (uint32_t v = 0; v < graph->vertices(); ++v) {
    std::string row = std::to_string(v + 1) + " " + std::to_string(t.regions[t.tasks.region[v]].line) + " " +
                      std::to_string(t.tasks.self_ns[v]);
    if (!t.tasks.lock.empty() && t.tasks.lock[v] != kNoUnitResource) row += " lock" + std::to_string(t.tasks.lock[v]);
    for (uint32_t e : graph->in_edges(v)) {
      row += " <" + std::to_string(t.edges.from[e] + 1);
      std::string variable(t.text(t.sites[t.edges.site_to[e]].variable));
      if (!variable.empty()) row += variable;
      if (t.edges.kind[e] == EdgeKind::anti) row += "(anti)";
    }
    rows.push_back(row);
  }
  return rows;
}

using Rows = std::vector<std::string>;
} // namespace

TEST_CASE("a task may run beside what its parent does next, until the region ends") {
  Thread thread;
  thread.begin_region().task(1, 5, 30).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10",                 // before the region
                                "2 1 1 <1parallel",       // up to the creation
                                "3 5 30 <2creation",      // the task
                                "4 1 1 <2",               // the region goes on
                                "5 1 0 <3barrier <4",     // its end
                                "6 0 10 <1 <5parallel"}); // after it
}

TEST_CASE("a taskwait waits for children, not for theirs") {
  Thread thread;
  thread.begin_region().create(1, 1, 5).enter(0, 1).create(3, 2, 6).enter(1, 2).leave(20, 2, 1).leave(4, 1, 0);
  thread.taskwait(7).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 1 <1parallel", "3 5 3 <2creation", "4 1 1 <2", "5 6 20 <3creation",
                                "6 5 4 <3", "7 1 1 <4 <6taskwait", "8 1 0 <5barrier <7", "9 0 10 <1 <8parallel"});
}

TEST_CASE("the end of a taskgroup waits for descendants of the tasks in it, and for none before it") {
  Thread thread;
  thread.begin_region().task(9, 3, 5).add(1, kEventTaskgroupBegin);
  thread.create(1, 1, 5).enter(0, 1).create(3, 2, 6).enter(1, 2).leave(20, 2, 1).leave(4, 1, 0);
  thread.add(1, kEventTaskgroupEnd, 0, 0, 8).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 1 <1parallel", "3 3 5 <2creation", "4 1 2 <2", "5 5 3 <4creation",
                                "6 1 1 <4", "7 6 20 <5creation", "8 5 4 <5", "9 1 1 <6 <7taskgroup <8taskgroup",
                                "10 1 0 <3barrier <9", "11 0 10 <1 <10parallel"});
}

TEST_CASE("depend clauses order siblings; a taskwait with them waits for some") {
  Thread thread;
  thread.begin_region();
  thread.create(1, 1, 5).depend(kDependInout, 64).enter(0, 1).leave(30, 1, 0);
  thread.create(1, 2, 6).depend(kDependIn, 64).enter(0, 2).leave(20, 2, 0);
  thread.create(1, 3, 7).depend(kDependInout, 64).enter(0, 3).leave(10, 3, 0);
  thread.create(1, 4, 8, kTaskTaskwait).depend(kDependIn, 64).add(0, kEventTaskSwitch, 0, 4ull << 32);
  thread.add(7, kEventMaskedBegin).add(0, kEventMaskedEnd).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 1 <1parallel", "3 5 30 <2creation", "4 1 1 <2",
                                "5 6 20 <3depend <4creation", "6 1 1 <4", "7 7 10 <5depend(anti) <6creation",
                                "8 1 1 <6", "9 1 8 <7depend <8", "10 1 0 <3barrier <5barrier <7barrier <9",
                                "11 0 10 <1 <10parallel"});
}

TEST_CASE("tasks in the same mutexinoutset hold a unit resource") {
  Thread thread;
  thread.begin_region();
  thread.create(1, 1, 5).depend(kDependMutexinoutset, 64).enter(0, 1).leave(30, 1, 0);
  thread.create(1, 2, 6).depend(kDependMutexinoutset, 64).enter(0, 2).leave(20, 2, 0).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 1 <1parallel", "3 5 30 lock0 <2creation", "4 1 1 <2",
                                "5 6 20 lock0 <4creation", "6 1 1 <4", "7 1 0 <3barrier <5barrier <6",
                                "8 0 10 <1 <7parallel"});
}

TEST_CASE("a false if clause and a final parent put tasks in series; libomp's word for one thread does not") {
  Thread thread;
  thread.begin_region().create(1, 1, 5, kTaskIfFalse).enter(0, 1).leave(30, 1, 0);
  thread.create(1, 2, 6, kTaskFinal).enter(0, 2).create(2, 3, 7, kTaskFinal).enter(2, 3).leave(20, 3, 2).leave(3, 2, 0);
  thread.end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 1 <1parallel", "3 5 30 <2creation", "4 1 1 <2 <3undeferred",
                                "5 6 2 <4creation", "6 1 1 <4", "7 7 20 <5creation", "8 6 3 <5 <7undeferred",
                                "9 1 0 <6 <8barrier", "10 0 10 <1 <9parallel"});
}

TEST_CASE("a lock is a unit resource while it is held; waiting for it is no work") {
  Thread thread;
  thread.begin_region().create(1, 1, 5).enter(0, 1);
  thread.add(4, kEventLockWait, kLockCritical, 0xabc, 6).add(100, kEventLockAcquired, kLockCritical, 0xabc, 6);
  thread.add(8, kEventLockAcquired, kLockOmp, 0xdef, 7).add(8, kEventLockReleased, kLockOmp, 0xdef, 7);
  thread.add(9, kEventLockReleased, kLockCritical, 0xabc, 6).leave(5, 1, 0).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 1 <1parallel", "3 5 4 <2creation", "4 1 1 <2", "5 6 25 lock0 <3",
                                "6 5 5 <5", "7 1 0 <4 <6barrier", "8 0 10 <1 <7parallel"});
}

TEST_CASE("a short worksharing loop is one part, a barrier inside a region joins its tasks") {
  Thread thread;
  thread.begin_region().task(1, 5, 30).add(2, kEventWorkBegin, kWorkLoopDynamic, 100, 8);
  thread.add(0, kEventChunk, 0, 100).add(40, kEventWorkEnd, kWorkLoopDynamic, 0, 8);
  thread.add(3, kEventWaitBegin, kWaitBarrierImplicit, 0, 8).add(50, kEventWaitEnd, kWaitBarrierImplicit, 0, 8);
  thread.add(6, kEventMaskedBegin).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 1 <1parallel", "3 5 30 <2creation", "4 1 2 <2", "5 8 40 <4", "6 1 3 <5",
                                "7 1 7 <3barrier <6", "8 0 10 <1 <7parallel"});
  auto trace = read(thread);
  REQUIRE(trace);
  CHECK(trace->info.notes[1].starts_with("1 worksharing construct with one part each, 0 ms"));
}

TEST_CASE("a worksharing loop is cut evenly, into no more parts than it has iterations") {
  auto loop = [](UnplyWork kind, uint64_t iterations, uint64_t ns) {
    Thread thread;
    thread.begin_region().add(2, kEventWorkBegin, kind, iterations, 8).add(0, kEventChunk, 0, iterations);
    thread.add(ns, kEventWorkEnd, kind, 0, 8).add(3, kEventMaskedBegin).end_region();
    return thread;
  };
  CHECK(rows_of(loop(kWorkLoopStatic, 3, 9001)) == Rows{"1 0 10", "2 1 2 <1parallel", "3 8 3001 <2",
                                                        "4 8 3000 <2parallel", "5 8 3000 <2parallel",
                                                        "6 1 4 <3 <4barrier <5barrier", "7 0 10 <1 <6parallel"});
  auto parts = [&](UnplyWork kind, uint64_t iterations, uint64_t ns) {
    return rows_of(loop(kind, iterations, ns)).size() - 4;
  };
  CHECK(parts(kWorkLoopDynamic, 1000, 5999) == 2); // none below 2 us
  CHECK(parts(kWorkLoopGuided, 1000, 1'000'000) == 64);
  CHECK(parts(kWorkSections, 4, 1'000'000) == 1);
  auto trace = read(loop(kWorkLoopStatic, 1000, 1'000'000));
  REQUIRE(trace);
  CHECK(trace->info.notes[0].find("2 implicit tasks of") != std::string::npos);
  CHECK(trace->info.notes[1].starts_with("1 worksharing loop ran in one piece on one thread, 1 ms in all"));
  uint64_t sum = 0;
  for (uint64_t ns : trace->tasks.self_ns) sum += ns;
  CHECK(sum == 10 + 2 + 1'000'000 + 4 + 10);
}

TEST_CASE("what a region does outside of constructs is told") {
  auto trace = read(Thread().begin_region().add(7'000'000, kEventMaskedBegin).end_region());
  REQUIRE(trace);
  CHECK(
      trace->info.notes[1].starts_with("7 ms in parallel regions, outside of their tasks and loops, count as serial"));
}

TEST_CASE("a loop with ordered iterations, a lock or a task inside stays whole") {
  auto loop = [](const Thread& inside) {
    Thread thread;
    thread.begin_region().add(2, kEventWorkBegin, kWorkLoopDynamic, 100, 8);
    for (size_t i = 0; i < inside.block.size(); ++i)
      thread.add(500'000, static_cast<UnplyEventKind>(inside.block.kind[i]), inside.block.a[i], inside.block.b[i]);
    thread.add(500'000, kEventWorkEnd, kWorkLoopDynamic, 0, 8).end_region();
    auto trace = read(thread);
    REQUIRE(trace);
    return trace->info.notes[1].starts_with("1 worksharing construct with one part each, ");
  };
  CHECK_FALSE(loop(Thread()));
  CHECK(loop(Thread().add(0, kEventLockAcquired, kLockOrdered, 1).add(0, kEventLockReleased, kLockOrdered, 1)));
  CHECK(loop(Thread().add(0, kEventLockAcquired, kLockCritical, 1).add(0, kEventLockReleased, kLockCritical, 1)));
  CHECK(loop(Thread().create(0, 1, 5).enter(0, 1).leave(0, 1, 0)));
  CHECK(loop(Thread().add(0, kEventTaskDependence, kDependSink, 3)));
}

TEST_CASE("time that the system or the recorder takes belongs to no part") {
  Thread thread;
  thread.begin_region().add(5, kEventPreempted).add(1000, kEventResumed).add(2, kEventOverheadBegin);
  thread.add(500, kEventOverheadEnd).add(1, kEventMaskedBegin).end_region();
  CHECK(rows_of(thread) == Rows{"1 0 10", "2 1 9 <1parallel", "3 0 10 <1 <2parallel"});
}

TEST_CASE("the cost of recording is seen between events in a row, and at most all of a part") {
  Thread thread;
  thread.begin_region().create(100, 1, 5).depend(kDependIn, 0);
  for (uint64_t clause = 1; clause <= 5; ++clause)
    thread.add(clause == 3 ? 900 : 6, kEventTaskDependence, kDependIn, clause);
  thread.enter(0, 1).leave(30, 1, 0).end_region();
  auto trace = read(thread);
  REQUIRE(trace);
  CHECK(trace->tasks.self_ns == std::vector<uint64_t>{10, 1024, 30, 1, 0, 10});
  CHECK(trace->tasks.overhead_ns == std::vector<uint64_t>{10, 48, 6, 1, 0, 6}); // 6 ns each
  CHECK(trace->info.notes.back().starts_with("the cost of recording is subtracted: 6 ns an event"));
  auto few = read(Thread().begin_region().end_region());
  REQUIRE(few);
  CHECK(few->info.notes.back().starts_with("times include the cost of recording"));
}

TEST_CASE("parts of one task are one instance, whose creator encloses it") {
  Thread thread;
  thread.begin_region().task(1, 5, 30).task(2, 5, 30).end_region();
  auto trace = read(thread);
  REQUIRE(trace);
  CHECK(trace->tasks.instance == std::vector<uint32_t>{0, 1, 2, 1, 4, 1, 1, 0});
  CHECK(trace->tasks.parent == std::vector<uint32_t>{0, 1, 2, 0, 4, 0, 0, 0});
  CHECK(trace->traces[1].end_ns == 83);
}

TEST_CASE("OpenMP on a second thread, or none at all, is refused with what to do") {
  Thread first, second(1), other(2);
  first.begin_region().end_region();
  second.begin_region().end_region();
  other.add(5, kEventThreadBegin, kThreadPthread).add(5, kEventThreadEnd);
  OpenmpTasks tasks(tables());
  REQUIRE(tasks.add(other.block));
  auto early = tasks.finish();
  CHECK_FALSE(early);
  CHECK(early.error().what.starts_with("no thread ran OpenMP"));
  OpenmpTasks again(tables());
  REQUIRE(again.add(other.block));
  REQUIRE(again.add(first.block));
  REQUIRE(again.add(other.block));
  auto refused = again.add(second.block);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what == "more than one thread ran OpenMP, expected one");
  auto trace = again.finish();
  REQUIRE(trace);
  CHECK(trace->tasks.size() == 3);
}

TEST_CASE("a recording that ends anywhere gives a graph") {
  Thread thread;
  thread.begin_region().create(1, 1, 5).depend(kDependInout, 64).enter(0, 1);
  thread.add(4, kEventLockAcquired, kLockCritical, 1, 6).create(1, 2, 7).enter(1, 2).leave(5, 2, 1);
  thread.add(4, kEventLockReleased, kLockCritical, 1, 6).leave(5, 1, 0).taskwait(8).end_region();
  for (size_t n = 2; n <= thread.block.size(); ++n) {
    EventBlock cut = thread.block;
    cut.kind.resize(n);
    OpenmpTasks tasks(tables());
    REQUIRE(tasks.add(cut));
    auto trace = tasks.finish();
    REQUIRE(trace);
    CHECK(ExecutionGraph::build(std::move(*trace)));
  }
}
