// What becomes of the times of repeated recordings, and that they come back from the file that keeps them.
#include "cli/repeat.h"
#include "trace/memory_sink.h"
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

TEST_CASE("each task gets its least time, and times far above the median are left out") {
  std::vector<Bytes> runs = {recording({500, 900, 7000}), recording({450, 990, 90'000}), recording({600, 800, 8000})};
  Repeats repeats;
  for (const Bytes& run : runs) CHECK(repeats.add(loaded(run)) == "");
  CHECK(repeats.fastest() == 0);
  Repeats::Combined combined = repeats.combine();
  CHECK(combined.times.least_ns == std::vector<uint64_t>{450, 800, 7000});
  CHECK(combined.times.most_ns == std::vector<uint64_t>{600, 990, 8000});
  CHECK(combined.left_out == 1);
  CHECK(combined.measured == 9);
  CHECK(combined.spread == doctest::Approx(9590.0 / 8250 - 1));

  MemorySink sink;
  std::vector<std::string> notes = repeat_notes(repeats, combined, 1);
  REQUIRE(write_with_repeats(sink, runs[0], combined.times, notes));
  Trace kept = loaded(sink.bytes);
  CHECK(kept.info.complete);
  CHECK(kept.info.notes == notes);
  CHECK(notes.size() == 2);
  CHECK(kept.tasks.self_ns == combined.times.least_ns);
  CHECK(kept.tasks.most_ns == combined.times.most_ns);
  CHECK(kept.tasks.end_ns[2] - kept.tasks.begin_ns[2] == 7000);
  CHECK(loaded(runs[0]).tasks.most_ns.empty()); // recorded once
}

// One task of 1000 ns with 100 hooks, which cost what this run says.
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
  Repeats::Combined combined = repeats.combine();
  CHECK(combined.times.least_ns == std::vector<uint64_t>{790});
  CHECK(combined.times.most_ns == std::vector<uint64_t>{820});
  MemorySink sink;
  REQUIRE(write_with_repeats(sink, runs[1], combined.times, {}));
  Trace kept = loaded(sink.bytes);
  CHECK(kept.tasks.self_ns[0] - kept.tasks.overhead_ns[0] == 790);
  CHECK(kept.tasks.self_ns[0] <= 990);
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

static Bytes without_hooks(uint64_t outer, uint64_t first, uint64_t second, uint32_t parent_of_third = 1) {
  Sample sample;
  TraceWriter& writer = sample.writer;
  writer.add_meta("mode", "times");
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
  Repeats::Combined combined = repeats.combine();
  CHECK(combined.times.without_hooks);
  CHECK(combined.times.least_ns == std::vector<uint64_t>{150, 18, 12, 50}); // 3 : 1, as with hooks
  CHECK(combined.times.most_ns == std::vector<uint64_t>{225, 20, 14, 75});
  MemorySink sink;
  REQUIRE(write_with_repeats(sink, graph, combined.times, repeat_notes(repeats, combined, 1)));
  Trace kept = loaded(sink.bytes);
  CHECK(kept.info.times_without_hooks);
  CHECK(kept.edges.size() >= 1);
  CHECK(kept.tasks.self_ns[0] == 1499); // all that hooks added is tracing cost
  CHECK(kept.tasks.overhead_ns[0] == 1349);
  CHECK(kept.info.notes.at(0).starts_with("the time of each task is its least in 2 runs without access hooks,"));

  CHECK(repeats.add(loaded(without_hooks(1, 1, 1, 2))) == "task instance 3 is another"); // within instance 2
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
