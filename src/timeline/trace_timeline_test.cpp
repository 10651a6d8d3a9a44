// Lanes of simulated runs and of recordings of sequential programs.
#include "timeline/timeline.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {
struct Task {
  uint64_t begin_ns, end_ns;
  uint32_t processor;
};
Trace trace_of(const std::vector<Task>& tasks, bool simulated) {
  Trace trace;
  trace.info.simulated = simulated;
  trace.info.duration_ns = 100;
  for (const Task& task : tasks) {
    trace.tasks.region.push_back(0);
    trace.tasks.begin_ns.push_back(task.begin_ns);
    trace.tasks.end_ns.push_back(task.end_ns);
    if (simulated) trace.tasks.processor.push_back(task.processor);
  }
  return trace;
}

std::string words(const Trace& trace) {
  std::string text;
  TimelineSink sink;
  sink.intervals = [&](uint32_t lane, std::span<const StateInterval> intervals) {
    for (const StateInterval& each : intervals)
      text += std::to_string(lane) + "@" + std::to_string(each.begin_ns) + "-" + std::to_string(each.end_ns) + " " +
              name_of(each.activity) + (each.object != 0 ? " " + std::to_string(each.object) : "") + "; ";
  };
  sink.line = [&](const DependencyLine& line) {
    text += std::to_string(line.from_lane) + "@" + std::to_string(line.from_ns) + "->" + std::to_string(line.to_lane) +
            "@" + std::to_string(line.to_ns) + "; ";
  };
  auto head = build_timeline(trace, sink);
  for (const Lane& lane : head->lanes) text += lane.name + "; ";
  return text;
}
} // namespace

TEST_CASE("a simulated run has a lane for each processor, idle between tasks") {
  Trace trace = trace_of({{0, 10, 0}, {0, 4, 1}, {12, 20, 1}}, true);
  trace.edges.from = {0}, trace.edges.to = {2}, trace.edges.kind = {EdgeKind::flow};
  trace.edges.site_from = {0}, trace.edges.site_to = {0}, trace.edges.bytes = {8};
  CHECK(words(trace) == "0@0-10 task 1; 0@10-20 idle; 1@0-4 task 2; 1@4-12 idle; 1@12-20 task 3; 0@10->1@12; "
                        "processor 0; processor 1; ");
}

TEST_CASE("the recording of a sequential program has one lane; inner tasks count where tasks nest") {
  Trace trace = trace_of({{10, 60, 0}, {20, 30, 0}, {30, 35, 0}, {70, 80, 0}}, false);
  CHECK(words(trace) == "0@0-10 serial code; 0@10-20 task 1; 0@20-30 task 2; 0@30-35 task 3; 0@35-60 task 1; "
                        "0@60-70 serial code; 0@70-80 task 4; 0@80-100 serial code; thread 0; ");
}
