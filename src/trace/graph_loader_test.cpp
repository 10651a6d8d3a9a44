// Tests how a reader interprets the counts and costs in a recording: the tracing cost of each task, and its times if
// the recording combines several runs. Ticks are nanoseconds here.
#include "trace/repeats.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include "trace/trace_writer.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {
using Numbers = std::vector<uint64_t>;

std::vector<uint8_t> file_of(const std::vector<TaskRow>& tasks) {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  writer.add_clock(0, 0);
  writer.add_clock(1'000'000, 1'000'000);
  writer.add_region(0, {RegionKind::task, RegionOrigin::api, {}, {}, {}, 0, 0});
  for (auto [name, ps] : {std::pair("hook", 1000u), {"transition", 3000u}, {"task", 12000u}, {"task_inside", 5000u}})
    writer.add_counter("cost_ps", name, ps);
  for (const TaskRow& task : tasks) writer.add_task(task);
  REQUIRE(writer.finish());
  return sink.bytes;
}

Trace read(const std::vector<uint8_t>& file) {
  auto trace = read_trace(file, "f");
  REQUIRE(trace);
  return std::move(*trace);
}

Trace repeated(const std::vector<uint8_t>& file, const RepeatedTimes& times) {
  MemorySink sink;
  REQUIRE(write_with_repeats(sink, file, times, {}));
  return read(sink.bytes);
}
} // namespace

TEST_CASE("tracing cost: hooks, changed words and the ends of a task, those of a nested one in its parent too") {
  Trace trace = read(file_of({
      {2, 2, 0, 1, 0, 0, 1100, 1300, 200, 0, 0},
      {1, 1, 0, 0, 0, 0, 1000, 2000, 800, 10, 2},
      {3, 1, 1, 0, 0, 0, 2000, 2400, 400, 4, 0},      // the first one continues
      {4, 4, 0, 0, 0, 0, 2500, 2550, 50, 100, 0},     // costs more than it takes
      {5, 5, 0, 0, 0, 0, 2600, 2900, 300, 3, 0, true} // has not ended
  }));
  CHECK(trace.tasks.overhead_ns == Numbers{10 + 2 * 2 + 5 + 7, 5, 4, 50, 3});
  CHECK(trace.tasks.self_ns == Numbers{800, 200, 400, 50, 300});
}

TEST_CASE("repeated times are the work, with hooks the tracing cost stays what it was") {
  std::vector<uint8_t> file = file_of({
      {1, 1, 0, 0, 0, 0, 1000, 2000, 600, 95, 0}, // overhead 100
      {2, 2, 0, 0, 0, 0, 2000, 2200, 200, 45, 0}, // overhead 50
      {3, 3, 0, 0, 0, 0, 2300, 2600, 300, 5, 0},  // overhead 10, not repeated
  });
  RepeatedTimes times;
  times.time_ns = times.low_ns = {450, 5000}, times.high_ns = {700, 6000}; // the second took less in this run
  Trace with_hooks = repeated(file, times);
  CHECK(with_hooks.tasks.overhead_ns == Numbers{100, 0, 10});
  CHECK(with_hooks.tasks.self_ns == Numbers{550, 5000, 300});
  CHECK(with_hooks.tasks.most_ns == Numbers{700, 6000, 290});
  times.without_hooks = true;
  Trace without = repeated(file, times);
  CHECK(without.tasks.overhead_ns == Numbers{150, 0, 10});
  CHECK(without.tasks.self_ns == Numbers{600, 5000, 300});
  times.time_ns = times.low_ns = {450, 199}, times.high_ns = {449, 199}; // above its interval: a damaged row
  Trace damaged = repeated(file, times);
  CHECK(damaged.tasks.overhead_ns == Numbers{100, 1, 10});
  CHECK(damaged.tasks.self_ns == Numbers{600, 200, 300});
}
