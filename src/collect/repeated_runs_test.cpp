// What becomes of the times of repeated recordings, and that they come back from the file that keeps them.
#include "collect/repeated_runs.h"
#include "trace/repeats.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include "trace/trace_writer.h"
#include <doctest/doctest.h>

using namespace unply;

// A recording of 1-ns ticks in memory.
struct Sample {
  MemorySink sink;
  TraceWriter writer{sink};
  Sample() {
    REQUIRE(writer.begin());
    writer.add_clock(0, 0);
    writer.add_clock(1'000'000'000, 1'000'000'000);
  }
  Bytes bytes() {
    writer.add_meta("complete", "yes");
    REQUIRE(writer.finish());
    return sink.bytes;
  }
};

// Three tasks, each waits for the one before.
static Bytes recording(const std::vector<uint64_t>& ticks, uint32_t last_from = 2) {
  Sample sample;
  TraceWriter& writer = sample.writer;
  writer.add_region(1, {RegionKind::task, RegionOrigin::pragma, {}, {}, {}, 1, 1});
  uint64_t at = 10;
  for (uint32_t v = 1; v <= ticks.size(); ++v) {
    writer.add_task({v, v, 0, 0, 1, 0, at, at + ticks[v - 1], ticks[v - 1], 0, 0});
    if (v > 1) writer.add_edge({v, v == 3 ? last_from : v - 1, 0, 0, 0, 8});
    at += ticks[v - 1];
  }
  return sample.bytes();
}

static Trace loaded(const Bytes& bytes) {
  auto trace = read_trace(ByteView(bytes), "run");
  REQUIRE(trace);
  return std::move(*trace);
}

static RepeatedTimes kept_times(const TaskTimes& times, bool without_hooks = false) {
  return {.time_ns = times.time_ns,
          .low_ns = times.low_ns,
          .high_ns = times.high_ns,
          .beside_ns = times.beside_ns,
          .resolution_ps = static_cast<uint64_t>(1000 * times.resolution_ns),
          .beside = times.beside_ns.empty() ? 0 : 2u,
          .without_hooks = without_hooks};
}

TEST_CASE("each task gets the time near the median, and times far above it are left out") {
  std::vector<Bytes> runs = {recording({500, 900, 7000}), recording({450, 990, 90'000}), recording({600, 800, 8000})};
  Repeats repeats;
  for (const Bytes& run : runs) CHECK(repeats.add(loaded(run)) == "");
  CHECK(repeats.fastest() == 0);
  TaskTimes times = repeats.combine();
  CHECK(times.time_ns == std::vector<uint64_t>{475, 945, 7500}); // 600 and 800 are too far from the median to count
  CHECK(times.low_ns == std::vector<uint64_t>{450, 800, 7000});
  CHECK(times.high_ns == std::vector<uint64_t>{600, 990, 8000});
  CHECK(times.left_out == 1);
  CHECK(times.measured == 9);
  CHECK(times.uncertainty == doctest::Approx((9590.0 - 8250) / 2 / 8920));

  MemorySink sink;
  std::vector<std::string> notes = repeats.notes(times, 1);
  REQUIRE(write_with_repeats(sink, runs[0], kept_times(times), notes));
  Trace kept = loaded(sink.bytes);
  CHECK(kept.info.complete);
  CHECK(kept.info.notes == notes);
  CHECK(notes.size() == 2);
  CHECK(kept.tasks.self_ns == times.time_ns);
  CHECK(kept.tasks.most_ns == times.high_ns);
  CHECK(kept.tasks.beside_ns.empty());
  CHECK(kept.tasks.end_ns[2] - kept.tasks.begin_ns[2] == 7000);
  CHECK(loaded(runs[0]).tasks.most_ns.empty()); // recorded once
}

// One task of 1000 ns with 100 hooks, whose cost this run gives.
static Bytes hooked(uint64_t self_ns, uint64_t hook_ps) {
  Sample sample;
  TraceWriter& writer = sample.writer;
  writer.add_counter("cost_ps", "hook", hook_ps);
  writer.add_task({1, 1, 0, 0, 0, 0, 10, 10 + self_ns, self_ns, 100, 0});
  return sample.bytes();
}

TEST_CASE("a run whose hooks seem to cost more does not make the task shorter") {
  std::vector<Bytes> runs = {hooked(1000, 2000), hooked(990, 9000), hooked(1020, 2100)};
  Repeats repeats;
  for (const Bytes& run : runs) CHECK(repeats.add(loaded(run)) == "");
  CHECK(repeats.fastest() == 1);
  TaskTimes times = repeats.combine();
  CHECK(times.time_ns == std::vector<uint64_t>{803});
  CHECK(times.low_ns == std::vector<uint64_t>{790});
  CHECK(times.high_ns == std::vector<uint64_t>{820});
  MemorySink sink;
  REQUIRE(write_with_repeats(sink, runs[1], kept_times(times), {}));
  Trace kept = loaded(sink.bytes);
  CHECK(kept.tasks.self_ns[0] - kept.tasks.overhead_ns[0] == 803);
}

// Instance 1 (vertices 1 and 4, which extends it) holds instances 2 and 3.
static Bytes nested_graph() {
  Sample sample;
  TraceWriter& writer = sample.writer;
  writer.add_region(1, {RegionKind::task, RegionOrigin::pragma, {}, {}, {}, 1, 1});
  writer.add_task({2, 2, 0, 1, 1, 0, 1000, 3000, 2000, 0, 0});
  writer.add_task({1, 1, 0, 0, 1, 0, 0, 3499, 1499, 0, 0});
  writer.add_task({3, 3, 0, 1, 1, 0, 4000, 5000, 1000, 0, 0});
  writer.add_task({4, 1, 1, 0, 1, 0, 3499, 6000, 499, 0, 0});
  writer.add_edge({4, 2, 0, 0, 0, 8});
  return sample.bytes();
}

static Bytes without_hooks(uint64_t outer, uint64_t first, uint64_t second, uint32_t parent_of_third = 1,
                           uint64_t inside_ps = 0) {
  Sample sample;
  TraceWriter& writer = sample.writer;
  writer.add_meta("mode", "times");
  writer.add_counter("cost_ps", "task_inside", inside_ps);
  writer.add_region(1, {RegionKind::task, RegionOrigin::pragma, {}, {}, {}, 1, 1});
  writer.add_task({2, 2, 0, 1, 1, 0, 10, 10 + first, first, 0, 0});
  writer.add_task({3, 3, 0, parent_of_third, 1, 0, 500, 500 + second, second, 0, 0});
  writer.add_task({1, 1, 0, 0, 1, 0, 0, 1000, outer, 0, 0});
  return sample.bytes();
}

TEST_CASE("runs without hooks give the times: what was extended shares those of its instance") {
  Bytes graph = nested_graph();
  Repeats repeats;
  CHECK(repeats.add(loaded(graph)) == "");
  CHECK(repeats.add(loaded(without_hooks(200, 20, 12))) == "");
  CHECK(repeats.add(loaded(without_hooks(300, 18, 14))) == "");
  CHECK(repeats.runs() == 3);
  CHECK(repeats.runs_for_times() == 2);
  CHECK(repeats.fastest() == 0); // the only one with a graph
  TaskTimes times = repeats.combine();
  CHECK(times.time_ns == std::vector<uint64_t>{188, 19, 13, 63}); // 3 : 1, as with hooks
  CHECK(times.high_ns == std::vector<uint64_t>{225, 20, 14, 75});
  MemorySink sink;
  REQUIRE(write_with_repeats(sink, graph, kept_times(times, true), repeats.notes(times, 1)));
  Trace kept = loaded(sink.bytes);
  CHECK(kept.info.times_without_hooks);
  CHECK(kept.info.resolution_ns == 10);
  CHECK(kept.edges.size() >= 1);
  CHECK(kept.tasks.self_ns[0] == 1499); // all that hooks added is tracing cost
  CHECK(kept.tasks.overhead_ns[0] == 1499 - 188);
  CHECK(kept.info.notes.at(0).starts_with(
      "the time of each task is the mean near the median of 2 runs without access hooks,"));

  CHECK(repeats.add(loaded(without_hooks(1, 1, 1, 2))) == "task instance 3 is another"); // within instance 2
}

TEST_CASE("a task may take longer without hooks than it seemed to take with them") {
  Repeats repeats;
  Bytes graph = recording({300, 300, 300});
  CHECK(repeats.add(loaded(graph)) == "");
  Bytes times = [] {
    Sample sample;
    sample.writer.add_meta("mode", "times");
    sample.writer.add_region(1, {RegionKind::task, RegionOrigin::pragma, {}, {}, {}, 1, 1});
    for (uint32_t v = 1; v <= 3; ++v) sample.writer.add_task({v, v, 0, 0, 1, 0, v * 1000, v * 1000 + 445, 445, 0, 0});
    return sample.bytes();
  }();
  CHECK(repeats.add(loaded(times)) == "");
  MemorySink sink;
  REQUIRE(write_with_repeats(sink, graph, kept_times(repeats.combine(), true), {}));
  CHECK(loaded(sink.bytes).tasks.self_ns == std::vector<uint64_t>{445, 445, 445});
}

TEST_CASE("what a stamp costs is taken off without cutting at 0, so that short tasks keep their sum") {
  Repeats repeats;
  CHECK(repeats.add(loaded(nested_graph())) == "");
  for (auto [first, second] : {std::pair{18u, 30u}, {22u, 26u}, {19u, 29u}, {21u, 27u}}) // 20 and 28, stamps take 25
    CHECK(repeats.add(loaded(without_hooks(225, first, second, 1, 25'000))) == "");
  TaskTimes times = repeats.combine();
  CHECK(times.too_short == 2);
  CHECK(times.time_ns[1] == 0); // (20 - 25 + 28 - 25) / 2 = -1: both alike
  CHECK(times.time_ns[2] == 0);
  CHECK(times.time_ns[0] + times.time_ns[3] == 200);
  CHECK(repeats.notes(times, 1).back().starts_with(
      "2 of 4 tasks are shorter than the resolution of the measurement, 10 ns"));
}

TEST_CASE("copies that ran beside each other have times of their own") {
  Bytes graph = nested_graph();
  Repeats repeats;
  CHECK(repeats.add(loaded(graph)) == "");
  CHECK(repeats.add(loaded(without_hooks(200, 20, 40))) == "");
  CHECK(repeats.add_beside(loaded(without_hooks(240, 30, 44)), 0) == "");
  CHECK(repeats.add_beside(loaded(without_hooks(240, 34, 48)), 1) == "");
  TaskTimes times = repeats.combine();
  CHECK(times.beside_ns == std::vector<uint64_t>{180, 32, 46, 60});
  MemorySink sink;
  REQUIRE(write_with_repeats(sink, graph, kept_times(times, true), {}));
  Trace kept = loaded(sink.bytes);
  CHECK(kept.info.beside == 2);
  CHECK(kept.tasks.beside_ns == times.beside_ns);
}

TEST_CASE("a task beside copies takes the mean of what it takes in each of them") {
  // All copies but the first have another heap. The median of all their times would be that of the others alone.
  Bytes graph = nested_graph();
  Repeats repeats;
  CHECK(repeats.add(loaded(graph)) == "");
  for (int round = 0; round < 3; ++round) {
    CHECK(repeats.add(loaded(without_hooks(200, 20, 40))) == "");
    for (size_t copy : {0, 1, 2})
      CHECK(repeats.add_beside(loaded(without_hooks(copy == 0 ? 300 : 600, 100, 100)), copy) == "");
  }
  CHECK(repeats.combine().beside_ns == std::vector<uint64_t>{375, 100, 100, 125});
}

TEST_CASE("tasks beside copies take no less than alone, all together") {
  Bytes graph = nested_graph();
  Repeats repeats;
  CHECK(repeats.add(loaded(graph)) == "");
  CHECK(repeats.add(loaded(without_hooks(600, 100, 100))) == "");
  for (size_t copy : {0, 1}) CHECK(repeats.add_beside(loaded(without_hooks(500, 80, 60)), copy) == "");
  TaskTimes times = repeats.combine();
  CHECK(times.beside_raised == doctest::Approx(800.0 / 640));
  CHECK(times.beside_ns == std::vector<uint64_t>{469, 100, 75, 156});
  CHECK(repeats.notes(times, 1).back().starts_with("tasks took 20.0 % less beside copies of the program than alone"));
}

TEST_CASE("a run with another graph is noticed") {
  Repeats repeats;
  CHECK(repeats.add(loaded(recording({1, 2, 3}))) == "");
  CHECK(repeats.add(loaded(recording({1, 2}))) == "2 instead of 3 vertices");
  CHECK(repeats.add(loaded(recording({1, 2, 3}, 1))) == "the edge 2 -> 3 is another");
  CHECK(repeats.add(loaded(recording({3, 2, 1}))) == "");
}

TEST_CASE("a recording without an end is not kept") {
  Bytes cut = recording({1, 2, 3});
  cut.resize(cut.size() - 40);
  MemorySink sink;
  auto written = write_with_repeats(sink, cut, {}, {});
  REQUIRE(!written);
  CHECK(written.error().what == "the recording to be kept has no end");
}
