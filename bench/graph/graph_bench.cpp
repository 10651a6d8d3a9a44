// What graphs cost: builds a synthetic recording, its graph, all figures of a report with their checks, and the JSON
// form, and prints one table. Default: ten million task instances and fifty million edges, the size that the product
// promises. Usage: graph_bench [TASKS [EDGES_PER_TASK]].
#include "analysis/summary/trace_summary.h"
#include "graph/offline_builder.h"
#include "graph/write_graph.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <random>

using namespace unply;

static uint64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  uint64_t all = 0, resident = 0;
  in >> all >> resident;
  return resident * 4096;
}

// Each task waits for tasks up to 20000 before it: about what a stencil or a wavefront of that width gives.
static Trace synthetic(uint32_t tasks, uint32_t edges_per_task) {
  Trace trace;
  trace.strings = {"", "bench.c", "f", "a[]"};
  trace.sites.assign(64, Site{.file = StringId{1},
                              .function = StringId{2},
                              .variable = StringId{3},
                              .inlined_file = StringId{0},
                              .line = 10,
                              .column = 3,
                              .inlined_line = 0,
                              .flags = 0});
  trace.regions = {{.kind = RegionKind::trace,
                    .origin = RegionOrigin::pragma,
                    .file = StringId{1},
                    .function = StringId{2},
                    .label = StringId{0},
                    .line = 5,
                    .column = 1},
                   {.kind = RegionKind::task,
                    .origin = RegionOrigin::pragma,
                    .file = StringId{1},
                    .function = StringId{2},
                    .label = StringId{0},
                    .line = 7,
                    .column = 3}};
  trace.traces = {{kNoRegion, 0, 0}, {0, 0, uint64_t{tasks} * 100}};
  std::mt19937 random(1);
  TaskColumns& t = trace.tasks;
  EdgeColumns& e = trace.edges;
  t.region.assign(tasks, 1), t.trace.assign(tasks, 1), t.parent.assign(tasks, 0), t.incomplete.assign(tasks, false);
  t.instance.resize(tasks), t.begin_ns.resize(tasks), t.end_ns.resize(tasks);
  t.self_ns.resize(tasks), t.overhead_ns.resize(tasks);
  size_t edges = size_t{tasks} * edges_per_task;
  e.from.reserve(edges), e.to.reserve(edges), e.kind.reserve(edges);
  e.site_from.reserve(edges), e.site_to.reserve(edges), e.bytes.reserve(edges);
  std::vector<uint32_t> sources;
  for (uint32_t v = 0; v < tasks; ++v) {
    t.instance[v] = v;
    t.begin_ns[v] = uint64_t{v} * 100, t.end_ns[v] = t.begin_ns[v] + 90;
    t.self_ns[v] = 50 + random() % 40, t.overhead_ns[v] = random() % 20;
    sources.clear();
    for (uint32_t i = 0; i < edges_per_task && v > 0; ++i)
      sources.push_back(v - 1 - random() % std::min<uint32_t>(v, 20000));
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    for (uint32_t from : sources) {
      e.from.push_back(from), e.to.push_back(v);
      e.kind.push_back(random() % 4 != 0 ? EdgeKind::flow : EdgeKind::anti);
      e.site_from.push_back(random() % 8), e.site_to.push_back(8 + random() % 8), e.bytes.push_back(8);
    }
  }
  return trace;
}

int main(int argc, char** argv) {
  uint32_t tasks = argc > 1 ? static_cast<uint32_t>(std::atoll(argv[1])) : 10'000'000;
  uint32_t edges_per_task = argc > 2 ? static_cast<uint32_t>(std::atoll(argv[2])) : 5;
  uint64_t empty = resident_bytes();
  Trace trace = synthetic(tasks, edges_per_task);
  size_t n = trace.tasks.size(), m = trace.edges.size();
  fmt::print("{} task instances, {} edges\n{:<34}{:>10}{:>14}{:>14}\n", n, m, "step", "seconds", "ns per edge",
             "bytes (GB)");
  auto step = [&](const char* name, auto work) {
    auto begin = std::chrono::steady_clock::now();
    work();
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print("{:<34}{:>10.2f}{:>14.1f}{:>14.2f}\n", name, seconds, seconds * 1e9 / static_cast<double>(m),
               static_cast<double>(resident_bytes() - empty) / 1e9);
  };
  step("recording in memory", [] {});
  uint64_t recording = resident_bytes();
  Result<ExecutionGraph> graph = fail("not built");
  step("graph (CSR), invariants checked", [&] { graph = ExecutionGraph::build(std::move(trace)); });
  if (!graph) {
    fmt::print("{}\n", graph.error().what);
    return 1;
  }
  uint64_t built = resident_bytes();
  Result<std::vector<TraceSummary>> summaries = fail("not made");
  step("all figures of a report, checked", [&] { summaries = summarise(*graph, KindSet::after_renaming()); });
  if (!summaries) {
    fmt::print("{}\n", summaries.error().what);
    return 1;
  }
  std::FILE* null = std::fopen("/dev/null", "w");
  if (null == nullptr) return 1;
  step("graph as JSON", [&] {
    TextOutput out(null);
    write_json(*graph, {}, out);
    (void)out.finish(); // to /dev/null
  });
  std::fclose(null);
  fmt::print("graph beyond the recording: {:.1f} bytes a vertex and edge together ({:.2f} GB)\n"
             "levels {}, width {}, parallelism {:.0f}\n",
             static_cast<double>(built - recording) / static_cast<double>(n + m),
             static_cast<double>(built - recording) / 1e9, summaries->front().figures.levels,
             summaries->front().figures.width, summaries->front().figures.parallelism());
}
