// See operation_tiers.h.
#include "stg/graph/operation_tiers.h"
#include <algorithm>

namespace unply::stg {

std::vector<std::vector<Tier>> operation_tiers(const TaskGraphFile& file) {
  std::vector<std::vector<Tier>> tiers;
  for (const Procedure& procedure : file.program.procedures)
    tiers.emplace_back(procedure.operations.size(), Tier::evaluable);
  if (!file.graph) return tiers;
  std::vector<std::vector<bool>> seen;
  for (const auto& row : tiers) seen.emplace_back(row.size(), false);
  for (const Node& node : file.graph->nodes) {
    if (node.kind != NodeKind::operation) continue;
    Tier tier = node.instances.tier;
    for (const Expression& expression : node.expressions) tier = std::max(tier, expression.tier);
    Tier& known = tiers[node.procedure][node.index];
    known = seen[node.procedure][node.index] ? std::max(known, tier) : tier; // one node for each call of a procedure
    seen[node.procedure][node.index] = true;
  }
  return tiers;
}

} // namespace unply::stg
