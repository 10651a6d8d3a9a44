// Adjacencies, executions, and refusal of recordings that break the invariants.
#include "graph/levels.h"
#include "graph/sample_streams.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;
using namespace unply::samples;

TEST_CASE("both adjacencies hold every edge once, in order") {
  std::mt19937 random(7);
  Trace trace = build([&](Stream& s) {
    for (int task = 0; task < 200; ++task) {
      s.begin();
      for (int i = 0; i < 4; ++i) s.access(random() % 256, 1, 4, random() % 2);
      s.end();
    }
  });
  auto graph = ExecutionGraph::build(trace);
  REQUIRE(graph);
  size_t in = 0, out = 0;
  for (uint32_t v = 0; v < graph->vertices(); ++v) {
    for (uint32_t e : graph->in_edges(v)) {
      CHECK(trace.edges.to[e] == v);
      ++in;
    }
    uint32_t last = 0;
    for (uint32_t e : graph->out_edges(v)) {
      CHECK(trace.edges.from[e] == v);
      CHECK(e >= last);
      last = e, ++out;
    }
  }
  CHECK(in == trace.edges.size());
  CHECK(out == trace.edges.size());
  CHECK(in > 500);
}

TEST_CASE("executions of one region are graphs of their own") {
  Trace trace = build(
      [](Stream& s) {
        s.begin(kTaskRegion, 0), s.store(0), s.end();
        for (uint32_t execution = 1; execution <= 2; ++execution) {
          s.begin(kTaskRegion, execution), s.load(0), s.store(64), s.end();
          s.begin(kTaskRegion, execution), s.load(64), s.end();
        }
      },
      empty_trace(2));
  auto graph = ExecutionGraph::build(std::move(trace));
  REQUIRE(graph);
  CHECK(std::ranges::equal(graph->vertices_of(0), std::vector<uint32_t>{0}));
  CHECK(std::ranges::equal(graph->vertices_of(2), std::vector<uint32_t>{3, 4}));
  auto regions = graph->trace_regions();
  REQUIRE(regions.size() == 2);
  CHECK(regions[0].region == kNoRegion);
  CHECK(regions[1].executions == std::vector<uint32_t>{1, 2});
  // Flow from outside and between the executions does not make levels.
  CHECK(earliest_levels(*graph, KindSet::all()) == std::vector<uint32_t>{0, 0, 1, 0, 1});
}

TEST_CASE("a trace region without tasks is listed, the implicit trace only with tasks") {
  auto graph = ExecutionGraph::build(empty_trace(3));
  REQUIRE(graph);
  auto regions = graph->trace_regions();
  REQUIRE(regions.size() == 1);
  CHECK(regions[0].executions.size() == 3);
}

TEST_CASE("recordings that break an invariant are refused") {
  auto chain = [] {
    return build([](Stream& s) { s.begin(), s.store(0), s.end(), s.begin(), s.load(0), s.store(0), s.end(); });
  };
  REQUIRE(chain().edges.size() == 2);
  Trace backwards = chain(), twice = chain(), region = chain(), cost = chain(), site = chain(), shorter = chain();
  backwards.edges.from[0] = 1;
  twice.edges.kind[1] = twice.edges.kind[0];
  region.tasks.region[1] = 99;
  cost.tasks.overhead_ns[0] = cost.tasks.self_ns[0] + 1;
  site.edges.site_to[0] = 1000;
  shorter.tasks.end_ns.pop_back();
  for (Trace* broken : {&backwards, &twice, &region, &cost, &site, &shorter})
    CHECK_FALSE(ExecutionGraph::build(std::move(*broken)).has_value());
}
