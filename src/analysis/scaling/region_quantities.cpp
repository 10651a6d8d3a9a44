// Sums over the executions of a region, except width and rounds, which are the largest: executions run one after the
// other.
#include "analysis/scaling/region_quantities.h"
#include "analysis/summary/trace_summary.h"
#include "analysis/symmetry/sym_explore.h"
#include "graph/names.h"
#include "graph/task_graph.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {

class Clock {
public:
  double left_s(double limit_s) const {
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return limit_s - passed.count();
  }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Symmetry {
  std::optional<uint64_t> classes = 0, rounds = 0, final_classes = 0; // empty: given up
};

// Adds one execution: orbits, and what SYM-Explore leaves of the graph. Only proven values count.
Result<void> add_execution(Symmetry& symmetry, const TaskGraph& graph, double limit_s) {
  if (graph.dag.vertices() == 0) return {};
  SymOptions options;
  options.limit_s = limit_s;
  auto found = sym_explore(graph.dag, graph.region, options);
  if (!found) return error_of(found);
  bool first_proven =
      found->rounds.empty() ? found->last_proof != OrbitProof::none : found->rounds[0].found.proof != OrbitProof::none;
  uint32_t classes = found->rounds.empty() ? graph.dag.vertices() : found->rounds[0].found.orbits.classes;
  if (first_proven && symmetry.classes)
    *symmetry.classes += classes;
  else
    symmetry.classes.reset();
  if (found->finished && found->proven && symmetry.rounds) {
    *symmetry.rounds = std::max<uint64_t>(*symmetry.rounds, found->rounds.size());
    *symmetry.final_classes += found->relation.classes;
  } else {
    symmetry.rounds.reset(), symmetry.final_classes.reset();
  }
  return {};
}

Result<Symmetry> find_symmetry(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                               const QuantityOptions& options, const Clock& clock) {
  Symmetry symmetry;
  for (uint32_t execution : executions) {
    double left_s = clock.left_s(options.classes_limit_s);
    if (left_s <= 0 || !symmetry.classes) return Symmetry{{}, {}, {}};
    auto one = task_graph_of(graph, execution, options.kinds);
    if (!one) return error_of(one);
    TRY(add_execution(symmetry, *one, left_s));
  }
  return symmetry;
}

// "heat.cpp:14", or its label; the key distinguishes regions with the same base name.
std::string short_name(const Trace& trace, uint32_t region) {
  if (region == kNoRegion) return "tasks outside every trace region";
  const Region& r = trace.regions[region];
  return r.line != 0 ? fmt::format("{}:{}", base_name(trace.text(r.file)), r.line) : region_text(trace, region);
}

std::string key_of(const Trace& trace, uint32_t region) {
  if (region == kNoRegion) return "";
  const Region& r = trace.regions[region];
  return fmt::format("{}:{}:{} {} {}", trace.text(r.file), r.line, r.column, trace.text(r.function),
                     trace.text(r.label));
}

RegionQuantities counts_of(const Trace& trace, const TraceSummary& summary) {
  const Figures& f = summary.figures;
  RegionQuantities region;
  region.key = key_of(trace, summary.region);
  region.name = short_name(trace, summary.region);
  if (summary.region != kNoRegion) region.function = trace.text(trace.regions[summary.region].function);
  region.work_ns = f.work_ns, region.span_ns = f.span_ns;
  auto count = [&](std::string name, uint64_t value) { region.counts.push_back({std::move(name), value}); };
  count("executions", summary.executions.size());
  count("tasks", f.tasks);
  count("vertices", f.vertices);
  for (EdgeKind kind : kAllEdgeKinds)
    count(fmt::format("edges {}", kind_name(kind)), f.edges[static_cast<size_t>(kind)]);
  count("levels", f.levels);
  count("width", f.width);
  return region;
}

} // namespace

Result<std::vector<RegionQuantities>> measure_regions(const ExecutionGraph& graph, const QuantityOptions& options) {
  Clock clock;
  auto summaries = summarise(graph, options.kinds);
  if (!summaries) return error_of(summaries);
  std::vector<RegionQuantities> regions;
  std::map<std::string, int> seen; // regions of one place, as of a template: told apart by their order
  for (const TraceSummary& summary : *summaries) {
    if (summary.figures.tasks == 0) continue;
    RegionQuantities region = counts_of(graph.trace(), summary);
    if (int before = seen[region.key]++; before > 0) region.key += fmt::format(" {}", before);
    if (options.classes) {
      auto symmetry = find_symmetry(graph, summary.executions, options, clock);
      if (!symmetry) return error_of(symmetry);
      region.counts.push_back({"classes", symmetry->classes});
      region.counts.push_back({"SYM-Explore rounds", symmetry->rounds});
      region.counts.push_back({"SYM-Explore classes", symmetry->final_classes});
    }
    for (const TaskRegionSummary& row : summary.regions)
      region.counts.push_back({fmt::format("instances of {}", short_name(graph.trace(), row.region)), row.instances});
    regions.push_back(std::move(region));
  }
  return regions;
}

} // namespace unply
