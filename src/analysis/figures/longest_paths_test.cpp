// Figures against brute force on random graphs, against the definitions of execution-graphs-mora-2021, and the checks
// that guard the report against results that were tampered with.
#include "analysis/figures/check_paths.h"
#include "analysis/summary/trace_summary.h"
#include "graph/testing/sample_streams.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;
using namespace unply::samples;

// A graph with any edges and times, all in one execution.
static Trace random_trace(std::mt19937& random, uint32_t n, uint32_t percent) {
  Trace trace = empty_trace();
  for (uint32_t v = 0; v < n; ++v) {
    trace.tasks.region.push_back(kTaskRegion);
    trace.tasks.trace.push_back(1);
    trace.tasks.instance.push_back(v);
    trace.tasks.parent.push_back(0);
    trace.tasks.begin_ns.push_back(v);
    trace.tasks.end_ns.push_back(v + 1);
    trace.tasks.self_ns.push_back(10 + random() % 90);
    trace.tasks.overhead_ns.push_back(random() % 10);
    trace.tasks.incomplete.push_back(false);
    for (uint32_t u = 0; u < v; ++u)
      for (EdgeKind kind : {EdgeKind::flow, EdgeKind::anti}) {
        if (random() % 100 >= percent) continue;
        trace.edges.from.push_back(u);
        trace.edges.to.push_back(v);
        trace.edges.kind.push_back(kind);
        trace.edges.site_from.push_back(1);
        trace.edges.site_to.push_back(2);
        trace.edges.bytes.push_back(1 + random() % 8);
      }
  }
  return trace;
}

namespace {
// Reachability by definition, and the heaviest path by enumeration of all paths.
struct BruteForce {
  std::vector<std::vector<bool>> edge, reach;
  std::vector<uint64_t> work;
  BruteForce(const Trace& trace, KindSet kinds) {
    size_t n = trace.tasks.size();
    edge.assign(n, std::vector<bool>(n, false));
    for (size_t e = 0; e < trace.edges.size(); ++e)
      if (kinds.contains(trace.edges.kind[e])) edge[trace.edges.from[e]][trace.edges.to[e]] = true;
    for (size_t v = 0; v < n; ++v) work.push_back(trace.tasks.self_ns[v] - trace.tasks.overhead_ns[v]);
    reach = edge;
    for (size_t k = 0; k < n; ++k)
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
  }
  uint64_t heaviest_from(size_t v, const std::vector<uint64_t>& weight) const {
    uint64_t best = 0;
    for (size_t w = 0; w < edge.size(); ++w)
      if (edge[v][w]) best = std::max(best, heaviest_from(w, weight));
    return best + weight[v];
  }
  uint64_t heaviest(const std::vector<uint64_t>& weight) const {
    uint64_t best = 0;
    for (size_t v = 0; v < edge.size(); ++v) best = std::max(best, heaviest_from(v, weight));
    return best;
  }
  size_t independent_of(size_t v) const { // |[v]| of Definition 3.4
    size_t count = 0;
    for (size_t u = 0; u < edge.size(); ++u) count += u == v || (!reach[u][v] && !reach[v][u]);
    return count;
  }
  size_t largest_independent_set() const {
    size_t best = 0, n = edge.size();
    for (uint32_t set = 0; set < 1u << n; ++set) {
      bool independent = true;
      for (size_t u = 0; u < n && independent; ++u)
        for (size_t v = 0; v < n; ++v) independent &= !(set >> u & 1 && set >> v & 1 && reach[u][v]);
      if (independent) best = std::max<size_t>(best, static_cast<size_t>(__builtin_popcount(set)));
    }
    return best;
  }
};
} // namespace

TEST_CASE("figures of random graphs agree with brute force and Proposition 3.8") {
  size_t serial = 0, parallel = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    std::mt19937 random(seed);
    constexpr uint32_t kPercent[] = {0, 2, 15, 40, 90};
    Trace trace = random_trace(random, 1 + seed % 9, kPercent[seed % 5]);
    auto graph = ExecutionGraph::build(trace);
    REQUIRE(graph);
    for (KindSet kinds : {KindSet::after_renaming(), KindSet::all()}) {
      BruteForce brute(trace, kinds);
      LongestPaths paths = find_longest_paths(*graph, kinds);
      std::vector<Figures> figures = find_figures(*graph, paths);
      auto checked = check_longest_paths(*graph, paths, figures);
      if (!checked) FAIL(checked.error().what);
      const Figures& f = figures[1];
      CAPTURE(seed);
      CHECK(f.span_ns == brute.heaviest(brute.work));
      CHECK(f.measured_span_ns == brute.heaviest(trace.tasks.self_ns));
      CHECK(f.levels == brute.heaviest(std::vector<uint64_t>(f.vertices, 1)));
      CHECK(f.span_ns <= f.work_ns);
      CHECK(f.width * f.levels >= f.vertices);
      CHECK(f.width <= brute.largest_independent_set());
      bool all_one = true, all_n = true;
      for (size_t v = 0; v < f.vertices; ++v) {
        all_one &= brute.independent_of(v) == 1;
        all_n &= brute.independent_of(v) == f.vertices;
      }
      CHECK(f.completely_serial == all_one);
      CHECK(f.completely_parallel == all_n);
      serial += all_one, parallel += all_n;
    }
  }
  CHECK(serial > 200);
  CHECK(parallel > 200);
}

// Execution 1: a chain of 10, 20 and 30 ns, an anti dependence from its first to its last, 5 ns beside it. Execution
// 2: 7.
static Trace chain_and_others() {
  Trace trace = empty_trace(2);
  constexpr uint64_t kWork[] = {10, 20, 30, 5, 7};
  for (uint32_t v = 0; v < 5; ++v) {
    trace.tasks.region.push_back(kTaskRegion);
    trace.tasks.trace.push_back(v < 4 ? 1 : 2);
    trace.tasks.instance.push_back(v);
    trace.tasks.parent.push_back(0);
    trace.tasks.begin_ns.push_back(v);
    trace.tasks.end_ns.push_back(v + 1);
    trace.tasks.self_ns.push_back(kWork[v] + 1);
    trace.tasks.overhead_ns.push_back(1);
    trace.tasks.incomplete.push_back(false);
  }
  for (auto [from, to, kind] : {std::tuple(0u, 1u, EdgeKind::flow), {0, 2, EdgeKind::anti}, {1, 2, EdgeKind::flow}}) {
    trace.edges.from.push_back(from);
    trace.edges.to.push_back(to);
    trace.edges.kind.push_back(kind);
    trace.edges.site_from.push_back(1);
    trace.edges.site_to.push_back(2);
    trace.edges.bytes.push_back(8);
  }
  return trace;
}

TEST_CASE("the checks refuse each kind of damage to the results, in words of its own") {
  auto graph = ExecutionGraph::build(chain_and_others());
  REQUIRE(graph);
  const LongestPaths paths = find_longest_paths(*graph, KindSet::after_renaming());
  const std::vector<Figures> figures = find_figures(*graph, paths);
  REQUIRE(check_longest_paths(*graph, paths, figures));
  REQUIRE(figures[1].span_ns == 60);
  REQUIRE(figures[1].path_end == 2);
  using Damage = void (*)(LongestPaths&, Figures&);
  const std::string kRecount = "a recount gives 4, 3, ", kExecution = "execution 1: ";
  const std::pair<std::string, Damage> kDamages[] = {
      {"the edge from task 2 to task 3 does not go up a level", [](LongestPaths& p, Figures&) { p.level[2] = 1; }},
      {"task 3 ends before task 2 allows", [](LongestPaths& p, Figures& f) { --p.finish_ns[2], --f.span_ns; }},
      {"task 3 is in too high a level", [](LongestPaths& p, Figures& f) { ++p.level[2], ++f.levels; }},
      {"task 4 ends before its own work is done", [](LongestPaths& p, Figures&) { --p.finish_ns[3]; }},
      {kExecution + "5 vertices, 3 levels, span 60 ns; " + kRecount + "60",
       [](LongestPaths&, Figures& f) { ++f.vertices; }},
      {kExecution + "4 vertices, 2 levels, span 60 ns; " + kRecount + "60",
       [](LongestPaths&, Figures& f) { --f.levels; }},
      {kExecution + "4 vertices, 3 levels, span 60 ns; " + kRecount + "61",
       [](LongestPaths& p, Figures&) { p.finish_ns[3] = 61; }},
      {kExecution + "completely parallel or serial contradicts Proposition 3.8",
       [](LongestPaths&, Figures& f) { f.completely_serial = true; }},
      {kExecution + "completely parallel or serial contradicts Proposition 3.8",
       [](LongestPaths&, Figures& f) { f.completely_parallel = true; }},
      {kExecution + "span, width and levels contradict work and vertices",
       [](LongestPaths&, Figures& f) { f.work_ns = 59; }},
      {kExecution + "span, width and levels contradict work and vertices",
       [](LongestPaths&, Figures& f) { f.width = 5; }},
      {kExecution + "span, width and levels contradict work and vertices",
       [](LongestPaths&, Figures& f) { f.width = 1; }},
      {"critical path leaves execution 1", [](LongestPaths&, Figures& f) { f.path_end = 4; }},
      {"critical path leaves execution 1", [](LongestPaths&, Figures& f) { f.path_end = 5; }},
      {"critical path takes an edge into task 3 that is not there",
       [](LongestPaths& p, Figures&) { p.binding_edge[2] = 0; }},
      {"critical path takes an edge into task 3 that is not there", // which does not count here
       [](LongestPaths& p, Figures&) { p.binding_edge[2] = 1; }},
      {"critical path takes an edge into task 3 that is not there",
       [](LongestPaths& p, Figures&) { p.binding_edge[2] = 3; }},
      {"critical path weighs 50 ns, span is 60 ns", [](LongestPaths& p, Figures&) { p.binding_edge[1] = kNoEdge; }},
  };
  for (const auto& [words, damage] : kDamages) {
    LongestPaths bad = paths;
    std::vector<Figures> changed = figures;
    damage(bad, changed[1]);
    auto checked = check_longest_paths(*graph, bad, changed);
    REQUIRE_MESSAGE(!checked, words);
    CHECK(checked.error().what == "internal check: " + words);
  }
  auto missing = check_longest_paths(*graph, paths, std::vector<Figures>(figures.begin(), figures.end() - 1));
  REQUIRE(!missing);
  CHECK(missing.error().what == "internal check: figures of some executions are missing");
}

static TraceSummary summary_of(const Trace& trace, KindSet kinds = KindSet::after_renaming()) {
  auto graph = ExecutionGraph::build(trace);
  REQUIRE(graph);
  auto summaries = summarise(*graph, kinds);
  REQUIRE(summaries);
  REQUIRE(summaries->size() == 1);
  return summaries->front();
}

TEST_CASE("shapes of the five codes") {
  Figures add = summary_of(build([](Stream& s) { madd(s, true); })).figures;
  CHECK(add.completely_parallel);
  CHECK(add.levels == 1);
  CHECK(add.width == 4);
  TraceSummary rod = summary_of(build([](Stream& s) { heat(s, true); }));
  CHECK(rod.figures.levels == 4);
  CHECK(rod.figures.width == 4);
  CHECK(rod.widths == std::vector<uint64_t>{4, 4, 4, 4});
  CHECK(rod.figures.edges == KindCounts{30, 0, 0, 0});
  REQUIRE(rod.hot.size() == 1);
  CHECK(rod.hot[0].edges == 30);
  CHECK(rod.hot[0].binds == 3);
  REQUIRE(rod.path.size() == 2); // the first task, then three that wait in the same way
  CHECK(rod.path[1].steps == 3);
  CHECK(summary_of(build([](Stream& s) { heat(s, false); })).figures.completely_serial);
  Figures alignment = summary_of(build([](Stream& s) { smith_waterman(s, true); })).figures;
  CHECK(alignment.levels == 7);
  CHECK(alignment.width == 4);
  CHECK_FALSE(alignment.completely_serial);
  CHECK(summary_of(build([](Stream& s) { smith_waterman(s, false); })).figures.completely_serial);
}

TEST_CASE("executions of a region combine in series") {
  Trace trace = build(
      [](Stream& s) {
        for (uint32_t execution = 1; execution <= 3; ++execution) {
          s.begin(kTaskRegion, execution), s.load(0), s.store(0), s.end();
          for (uint64_t i = 0; i < execution; ++i) s.begin(kTaskRegion, execution), s.load(0), s.end();
        }
      },
      empty_trace(3));
  TraceSummary summary = summary_of(trace);
  CHECK(summary.executions == std::vector<uint32_t>{1, 2, 3});
  CHECK(summary.figures.tasks == 9);
  CHECK(summary.figures.levels == 6);
  CHECK(summary.figures.width == 3);
  CHECK(summary.widths == std::vector<uint64_t>{1, 1, 1, 2, 1, 3});
  CHECK(summary.figures.edges == KindCounts{6, 0, 0, 0});
  CHECK(summary.edges_from_elsewhere == KindCounts{2, 3, 2, 0}); // anti: the first readers of each execution
  CHECK(summary.figures.span_ns == 6);
  CHECK(summary.figures.work_ns == 9);
}

TEST_CASE("renaming: anti and output dependences count only in the figures as written") {
  TraceSummary summary = summary_of(build([](Stream& s) {
    for (int i = 0; i < 4; ++i) s.begin(), s.store(0), s.load(0), s.load(64), s.end();
  }));
  CHECK(summary.figures.completely_parallel);
  CHECK(summary.all_kinds.completely_serial);
  CHECK(summary.all_kinds.edges == KindCounts{0, 3, 3, 0});
}

TEST_CASE(
    "sums over executions and task regions: with the tracing cost and without, parts of one instance count once") {
  Trace trace = chain_and_others();
  trace.tasks.instance[1] = 0; // the second task continues the first behind a nested one
  TraceSummary summary = summary_of(trace);
  CHECK(summary.figures.tasks == 4);
  CHECK(summary.figures.vertices == 5);
  CHECK(summary.figures.work_ns == 72);
  CHECK(summary.figures.measured_work_ns == 77);
  CHECK(summary.figures.span_ns == 60 + 7);
  CHECK(summary.figures.measured_span_ns == 63 + 8);
  CHECK(summary.duration_ns == 200);
  REQUIRE(summary.regions.size() == 1);
  CHECK(summary.regions[0].instances == 4);
  CHECK(summary.regions[0].work_ns == 72);
  CHECK(summary.regions[0].measured_ns == 77);
}

TEST_CASE("the critical path shown is that of the first of the longest executions, its runs know whether their sites "
          "differ") {
  Trace trace = chain_and_others();
  trace.tasks.self_ns[4] = 61;
  TraceSummary summary = summary_of(trace);
  CHECK(summary.figures.path_end == 2);
  CHECK(summary.path_execution == 1);
  Trace tie = chain_and_others(); // of tasks that end paths of one length the first
  tie.tasks.self_ns[3] = 61;
  tie.edges = {};
  tie.tasks.self_ns[1] = 61;
  CHECK(summary_of(tie).figures.path_end == 1);
  REQUIRE(summary.path.size() == 2);
  CHECK(summary.path[1].steps == 2);
  CHECK(summary.path[1].work_ns == 50);
  CHECK(summary.path[1].same_sites);
  for (auto column : {&EdgeColumns::site_from, &EdgeColumns::site_to}) {
    Trace other = trace;
    (other.edges.*column)[2] = 3; // of the same variable
    TraceSummary differs = summary_of(other);
    REQUIRE(differs.path.size() == 2);
    CHECK_FALSE(differs.path[1].same_sites);
  }
  trace.tasks.self_ns[4] = 62;
  CHECK(summary_of(trace).path_execution == 2);
}

TEST_CASE("hot dependences: on the critical path first, then by edges and by bytes") {
  Trace trace = chain_and_others();
  for (auto [from, site, bytes] : {std::tuple(0u, 3u, 8u), {1, 5, 24}}) { // into the task beside the chain
    trace.edges.from.push_back(from);
    trace.edges.to.push_back(3);
    trace.edges.kind.push_back(EdgeKind::flow);
    trace.edges.site_from.push_back(site);
    trace.edges.site_to.push_back(site + 1);
    trace.edges.bytes.push_back(bytes);
  }
  std::vector<std::tuple<EdgeKind, uint32_t, uint64_t, uint64_t, uint64_t>> rows;
  for (const HotDependence& hot : summary_of(trace).hot)
    rows.push_back({hot.kind, hot.site_from, hot.edges, hot.bytes, hot.binds});
  CHECK(rows == decltype(rows){{EdgeKind::flow, 1, 2, 16, 2},
                               {EdgeKind::flow, 5, 1, 24, 0},
                               {EdgeKind::flow, 3, 1, 8, 0},
                               {EdgeKind::anti, 1, 1, 8, 0}});
}
