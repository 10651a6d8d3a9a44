// See operation_tiers.h.
#include "stg/graph/operation_tiers.h"
#include <algorithm>

namespace unply::stg {

namespace {

bool is_size(const Expression& expression) {
  return expression.role == name_of(Role::count) || expression.role == name_of(Role::recv_count);
}

bool is_tag(const Expression& expression) {
  return expression.role == name_of(Role::tag) || expression.role == name_of(Role::recv_tag);
}

} // namespace

Tiers operation_tiers(const TaskGraphFile& file) {
  Tiers tiers;
  for (const Procedure& procedure : file.program.procedures) tiers.emplace_back(procedure.operations.size());
  if (!file.graph) return tiers;
  std::vector<OperationTier> of_nodes(file.graph->nodes.size());
  std::vector<bool> has_map(file.graph->nodes.size()); // which says what tags meet
  for (const Edge& edge : file.graph->edges)
    if (edge.kind == EdgeKind::message) has_map[edge.source] = has_map[edge.target] = true;
  for (const Node& node : file.graph->nodes) {
    OperationTier& tier = of_nodes[node.id] = {.pairing = node.instances.tier, .size = Tier::exact};
    for (const Expression& expression : node.expressions) {
      if (is_tag(expression) && has_map[node.id]) continue;
      Tier& part = is_size(expression) ? tier.size : tier.pairing;
      part = std::max(part, expression.tier);
    }
  }
  for (const Edge& edge : file.graph->edges)
    if (edge.kind == EdgeKind::message)
      for (const uint32_t id : {edge.source, edge.target})
        of_nodes[id].pairing = std::max(of_nodes[id].pairing, edge.tier);
  std::vector<std::vector<bool>> seen;
  for (const auto& row : tiers) seen.emplace_back(row.size(), false);
  for (const Node& node : file.graph->nodes) {
    if (node.kind != NodeKind::operation) continue;
    OperationTier& known = tiers[node.procedure][node.index];
    const OperationTier& own = of_nodes[node.id];
    const bool first = !seen[node.procedure][node.index]; // one node for each call of a procedure
    known = first ? own : OperationTier{std::max(known.pairing, own.pairing), std::max(known.size, own.size)};
    seen[node.procedure][node.index] = true;
  }
  return tiers;
}

} // namespace unply::stg
