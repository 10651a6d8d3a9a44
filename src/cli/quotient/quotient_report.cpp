// From a graph to checked quotients.
#include "cli/quotient/quotient_report.h"
#include "analysis/defects.h"
#include "analysis/symmetry/check_quotient.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static Result<void> find_relation(QuotientReport& report, Partition& relation) {
  const TaskGraph& graph = report.input.graph;
  std::span<const uint32_t> colours;
  if (report.options.region_colours) colours = graph.region;
  if (report.options.by == QuotientBy::automorphism) {
    SymOptions options{.limit_s = report.options.limit_s};
    if (report.options.once) options.most_rounds = 1;
    auto explored = sym_explore(graph.dag, colours, options);
    if (!explored) return error_of(explored);
    report.explored = std::move(*explored);
    report.equitable_classes = report.explored->equitable_cells;
    relation = report.explored->relation;
    return {};
  }
  Partition equitable = coarsest_equitable_partition(graph.dag, colours);
  if (auto checked = check_equitable(graph.dag, colours, equitable); !checked) return checked;
  report.equitable_classes = equitable.classes;
  relation = report.options.by == QuotientBy::level ? report.levels.relation : std::move(equitable);
  return {};
}

static void describe_classes(QuotientReport& report, const std::vector<uint32_t>& level) {
  constexpr uint32_t kUnknown = 0xfffffffe;
  const Partition& relation = report.quotient.relation;
  report.level_of.assign(relation.classes, kUnknown);
  report.region_of.assign(relation.classes, kUnknown);
  report.first_of.assign(relation.classes, kUnknown);
  for (uint32_t v = 0; v < relation.class_of.size(); ++v) {
    uint32_t c = relation.class_of[v], region = report.input.graph.region[v];
    if (report.first_of[c] == kUnknown) report.first_of[c] = v, report.region_of[c] = region;
    if (report.region_of[c] != region) report.region_of[c] = QuotientReport::kSeveralRegions;
    report.level_of[c] = std::min(report.level_of[c], level[v]);
  }
}

static Result<void> check_report(const QuotientReport& report) {
  const Dag& dag = report.input.graph.dag;
  for (const QuotientGraph* quotient : {&report.quotient, &report.levels})
    if (auto checked = check_quotient(dag, *quotient); !checked) return checked;
  if (!report.explored) return {};
  if (report.options.region_colours && std::ranges::count(report.region_of, QuotientReport::kSeveralRegions) > 0)
    return kQuotientDefects("a class has tasks of several regions");
  return {};
}

Result<QuotientReport> find_quotient(GraphInput input, const QuotientOptions& options) {
  QuotientReport report;
  report.input = std::move(input);
  report.options = options;
  const Dag& dag = report.input.graph.dag;
  std::vector<uint32_t> level = levels_of(dag);
  report.levels = quotient_of(dag, Partition::by_label(level));
  Partition relation;
  Result<void> done = find_relation(report, relation);
  if (done) {
    report.quotient = quotient_of(dag, std::move(relation));
    report.connected = is_connected(dag);
    describe_classes(report, level);
    for (const QuotientEdge& e : report.levels.edges) // each level has a task before all of the next: numbers ascend
      if (e.from + 1 < e.to) report.skipping_edges += e.multiplicity;
    done = check_report(report);
  }
  if (!done) return std::unexpected(done.error().about(report.input.file));
  return report;
}

const char* proof_name(OrbitProof proof) {
  return proof == OrbitProof::equitable ? "equitable" : proof == OrbitProof::searched ? "searched" : "none";
}

} // namespace unply
