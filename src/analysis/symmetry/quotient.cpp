// O(vertices + edges) apart from sorting the edges of each class. Independence: classes on one level are independent;
// the others are decided 64 at a time, in one sweep that carries a bit for each class with a member before a vertex.
#include "analysis/symmetry/quotient.h"
#include "base/none.h"
#include "graph/topological_order.h"
#include <algorithm>
#include <numeric>

namespace unply {

namespace {

// Vertices by class.
struct Members {
  std::vector<uint32_t> first, items;
  std::span<const uint32_t> of(uint32_t c) const { return std::span(items).subspan(first[c], first[c + 1] - first[c]); }
};

Members members_of(const Partition& relation) {
  Members members{std::vector<uint32_t>(size_t{relation.classes} + 1, 0),
                  std::vector<uint32_t>(relation.class_of.size())};
  for (uint32_t c : relation.class_of) ++members.first[c + 1];
  std::partial_sum(members.first.begin(), members.first.end(), members.first.begin());
  std::vector<uint32_t> next(members.first.begin(), members.first.end() - 1);
  for (uint32_t v = 0; v < relation.class_of.size(); ++v) members.items[next[relation.class_of[v]]++] = v;
  return members;
}

void find_edges(const Dag& dag, const Members& members, QuotientGraph& quotient) {
  const std::vector<uint32_t>& class_of = quotient.relation.class_of;
  std::vector<uint32_t> edge_to(quotient.relation.classes,
                                kNone); // from the class at hand, by class: index of the edge
  for (uint32_t c = 0; c < quotient.relation.classes; ++c) {
    size_t begin = quotient.edges.size();
    for (uint32_t v : members.of(c))
      for (uint32_t w : dag.successors(v)) {
        uint32_t d = class_of[w];
        if (d == c) {
          ++quotient.edges_within;
          continue;
        }
        if (edge_to[d] == kNone) {
          edge_to[d] = static_cast<uint32_t>(quotient.edges.size() - begin);
          quotient.edges.push_back({c, d, 0});
        }
        ++quotient.edges[begin + edge_to[d]].multiplicity;
      }
    for (size_t e = begin; e < quotient.edges.size(); ++e) edge_to[quotient.edges[e].to] = kNone;
    std::ranges::sort(quotient.edges.begin() + static_cast<std::ptrdiff_t>(begin), quotient.edges.end(), {},
                      &QuotientEdge::to);
  }
}

// Of up to 64 classes: those in which a path leads from one member to another. bit_of: by class, kNone for others.
uint64_t joined_classes(const Dag& dag, const std::vector<uint32_t>& class_of, const std::vector<uint32_t>& bit_of) {
  std::vector<uint64_t> before(dag.vertices(), 0); // classes with a member from which a path leads here
  uint64_t joined = 0;
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    for (uint32_t u : dag.predecessors(v)) {
      before[v] |= before[u];
      if (uint32_t bit = bit_of[class_of[u]]; bit != kNone) before[v] |= uint64_t{1} << bit;
    }
    if (uint32_t bit = bit_of[class_of[v]]; bit != kNone) joined |= before[v] & uint64_t{1} << bit;
  }
  return joined;
}

void find_independence(const Dag& dag, const std::vector<uint32_t>& level, const Members& members,
                       QuotientGraph& quotient, uint64_t budget) {
  std::vector<uint32_t> open; // classes on several levels
  quotient.independent.assign(quotient.relation.classes, Independence::holds);
  for (uint32_t c = 0; c < quotient.relation.classes; ++c) {
    uint32_t first = level[members.of(c)[0]];
    if (!std::ranges::all_of(members.of(c), [&](uint32_t v) { return level[v] == first; })) open.push_back(c);
  }
  uint64_t sweep_cost = uint64_t{dag.vertices()} + dag.edges();
  std::vector<uint32_t> bit_of(quotient.relation.classes, kNone);
  for (size_t begin = 0; begin < open.size(); begin += 64) {
    std::span<const uint32_t> batch = std::span(open).subspan(begin, std::min<size_t>(64, open.size() - begin));
    bool affordable = sweep_cost <= budget;
    if (affordable) budget -= sweep_cost;
    for (uint32_t bit = 0; bit < batch.size(); ++bit) bit_of[batch[bit]] = bit;
    uint64_t joined = affordable ? joined_classes(dag, quotient.relation.class_of, bit_of) : 0;
    for (uint32_t bit = 0; bit < batch.size(); ++bit) {
      quotient.independent[batch[bit]] = !affordable         ? Independence::undecided
                                         : joined >> bit & 1 ? Independence::fails
                                                             : Independence::holds;
      bit_of[batch[bit]] = kNone;
    }
  }
}
} // namespace

QuotientGraph quotient_of(const Dag& dag, Partition relation, uint64_t budget) {
  QuotientGraph quotient;
  quotient.relation = std::move(relation);
  Members members = members_of(quotient.relation);
  for (uint32_t c = 0; c < quotient.relation.classes; ++c)
    quotient.size.push_back(static_cast<uint32_t>(members.of(c).size()));
  find_edges(dag, members, quotient);
  {
    std::vector<DagEdge> edges;
    edges.reserve(quotient.edges.size());
    for (const QuotientEdge& e : quotient.edges) edges.push_back({e.from, e.to});
    TopologicalOrder order = topological_order(quotient.relation.classes, edges);
    quotient.order = std::move(order.order);
    quotient.cycle = std::move(order.cycle);
  }
  std::vector<uint32_t> level = levels_of(dag);
  if (!level.empty()) quotient.longest_path = *std::ranges::max_element(level) + 1;
  find_independence(dag, level, members, quotient, budget);
  for (uint32_t c = 0; c < quotient.relation.classes; ++c)
    quotient.execution_time += quotient.independent[c] == Independence::holds ? 1 : quotient.size[c];
  return quotient;
}

bool QuotientGraph::classes_independent() const {
  return std::ranges::all_of(independent, [](Independence i) { return i == Independence::holds; });
}

bool QuotientGraph::is_chain() const {
  if (!acyclic() || edges.size() + 1 != relation.classes) return false;
  for (size_t i = 1; i < order.size(); ++i) // as many edges as steps: one for each step, and no other
    if (!std::ranges::binary_search(edges, std::pair(order[i - 1], order[i]), {},
                                    [](const QuotientEdge& e) { return std::pair(e.from, e.to); }))
      return false;
  return true;
}

Result<Dag> simple_graph_of(const QuotientGraph& quotient) {
  std::vector<DagEdge> edges;
  edges.reserve(quotient.edges.size());
  for (const QuotientEdge& e : quotient.edges) edges.push_back({e.from, e.to});
  return Dag::from_edges(quotient.relation.classes, edges);
}

bool is_connected(const Dag& dag) {
  if (dag.vertices() == 0) return false;
  std::vector<bool> seen(dag.vertices(), false);
  std::vector<uint32_t> queue = {0};
  seen[0] = true;
  for (size_t next = 0; next < queue.size(); ++next)
    for (std::span<const uint32_t> neighbours : {dag.predecessors(queue[next]), dag.successors(queue[next])})
      for (uint32_t w : neighbours)
        if (!seen[w]) {
          seen[w] = true;
          queue.push_back(w);
        }
  return queue.size() == dag.vertices();
}

} // namespace unply
