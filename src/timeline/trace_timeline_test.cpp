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

TEST_CASE("more dependences than a page can show are left out, and a note says so") {
  constexpr uint32_t kSources = 20'000, kUsers = 10'000;
  Trace trace = trace_of(std::vector<Task>(kSources + kUsers, {10, 20, 0}), true);
  EdgeColumns& edges = trace.edges;
  edges.list_first = {0};
  for (uint32_t from = 0; from < kSources; ++from) edges.from.push_back(from);
  edges.to.assign(kSources, EdgeColumns::kOfList), edges.kind.assign(kSources, EdgeKind::anti);
  edges.site_from.assign(kSources, 0), edges.site_to.assign(kSources, 0), edges.bytes.assign(kSources, 8);
  auto lines_of = [&](uint32_t users, std::vector<std::string>& notes) {
    edges.uses.clear();
    for (uint32_t user = 0; user < users; ++user) edges.uses.push_back({kSources + user, 0});
    uint64_t lines = 0;
    TimelineSink sink;
    sink.line = [&](const DependencyLine&) { ++lines; };
    notes = build_timeline(trace, sink)->notes;
    return lines;
  };
  std::vector<std::string> notes;
  CHECK(lines_of(3, notes) == 3 * kSources);
  CHECK(notes.empty());
  CHECK(lines_of(kUsers, notes) == 0);
  CHECK(notes == std::vector<std::string>{
                     "the recording has 200000000 dependences, more than the 100000000 that are shown: none is"});
}
