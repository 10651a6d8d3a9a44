// The bounds of a report: the largest over executions, and the answer when the search has no time.
#include "analysis/independence/independent_bounds.h"
#include "graph/testing/sample_streams.h"
#include <doctest/doctest.h>

using namespace unply;
using namespace unply::samples;

// One task after the other on a chain, each with `beside` tasks that wait for it and for which nothing waits.
static void comb(Stream& s, uint32_t execution, uint64_t length, uint64_t beside) {
  uint64_t base = 65536 * execution;
  for (uint64_t i = 0; i < length; ++i) {
    s.begin(kTaskRegion, execution), s.load(base + 8 * i), s.store(base + 8 * i + 8), s.end();
    for (uint64_t k = 0; k < beside; ++k) s.begin(kTaskRegion, execution), s.load(base + 8 * i + 8), s.end();
  }
}

TEST_CASE("independent bounds are those of the execution with the largest set") {
  Trace trace = build([](Stream& s) { comb(s, 1, 3, 1), comb(s, 2, 5, 2), comb(s, 3, 12, 0); }, empty_trace(3));
  auto graph = ExecutionGraph::build(std::move(trace));
  REQUIRE(graph);
  KindSet kinds = KindSet::after_renaming();
  std::vector<Figures> figures = find_figures(*graph, find_longest_paths(*graph, kinds));
  auto bounds = [&](const std::vector<uint32_t>& executions, uint64_t arcs) {
    auto found = independent_bounds(*graph, executions, figures, kinds, arcs);
    REQUIRE(found);
    return *found;
  };
  CHECK(bounds({1}, kArcsOfReport).lower == 3);
  CHECK(bounds({3}, 0).proven()); // a chain needs no search
  CHECK(bounds({3}, 0).upper == 1);
  for (auto& executions : {std::vector<uint32_t>{1, 2, 3}, std::vector<uint32_t>{3, 2, 1}}) {
    CHECK(bounds(executions, kArcsOfReport).lower == 10);
    CHECK(bounds(executions, kArcsOfReport).proven());
    CHECK(bounds(executions, 0).lower == 3);  // the widest level
    CHECK(bounds(executions, 0).upper == 10); // tasks that are not on the longest path, and one of those that are
  }
  uint64_t arcs = kArcsOfReport;
  REQUIRE(independent_bounds(*graph, {1, 2, 3}, figures, kinds, arcs));
  CHECK(arcs < kArcsOfReport);
}
