// Dependences between the calls of one activation: every edge between two activations, neither of which is above the
// other, joins two branches of the activation where their paths to the root meet. Paths are climbed by jumps of
// Myers (1983), so that an edge costs the logarithm of the depth, also in a chain of a million activations.
#include "analysis/recursion/recursion.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace unply {

namespace {
class Branches {
public:
  explicit Branches(const std::vector<Activation>& all) : all_(all), jump_(all.size()) {
    for (uint32_t a = 0; a < all.size(); ++a) {
      uint32_t parent = all[a].parent;
      if (parent == kNoActivation) {
        jump_[a] = a;
        continue;
      }
      uint32_t once = jump_[parent], twice = jump_[once];
      jump_[a] = all[parent].depth - all[once].depth == all[once].depth - all[twice].depth ? twice : parent;
    }
  }
  bool above(uint32_t a, uint32_t b) const { return a <= b && b < all_[a].end; }
  bool meet(uint32_t a, uint32_t b) const { // below one root
    a = at_depth(a, 0), b = at_depth(b, 0);
    return a == b;
  }

private:
  uint32_t at_depth(uint32_t a, uint32_t depth) const {
    while (all_[a].depth > depth) a = all_[jump_[a]].depth >= depth ? jump_[a] : all_[a].parent;
    return a;
  }
  const std::vector<Activation>& all_;
  std::vector<uint32_t> jump_;
};

class Dependences {
public:
  Dependences(const ExecutionGraph& graph, const RecursionTree& tree, const SiteRoles& role, RecursiveFunction& found)
      : trace_(graph.trace()), tree_(tree), role_(role), found_(found), branches_(tree.activations) {}

  void see(uint32_t edge, uint32_t to) {
    EdgeKind kind = trace_.edges.kind[edge];
    if (kind == EdgeKind::extension) return;
    uint32_t a = tree_.of_vertex[trace_.edges.from[edge]], b = tree_.of_vertex[to];
    if (a == kNoActivation || b == kNoActivation || branches_.above(a, b)) return;
    bool back = branches_.above(b, a); // from a call to the activation that made it
    if (back && to >= tree_.activations[b].last_call) return;
    if (!back && !branches_.meet(a, b)) return;
    bool results_only = true;
    trace_.each_pair(edge, [&](const SitePair& pair) {
      if (is_of_results(kind, pair, back)) return;
      results_only = false;
      ++edges_[{kind, back, pair.from, pair.to}];
    });
    if (results_only && kind != EdgeKind::flow) ++found_.reused_results;
  }

  void finish() {
    for (const auto& [key, edges] : edges_) {
      auto [kind, between, from, to] = key;
      (between && kind == EdgeKind::flow ? found_.uses : found_.dependences)
          .push_back({.kind = kind, .site_from = from, .site_to = to, .between = between, .edges = edges});
    }
    for (std::vector<CallDependence>* list : {&found_.dependences, &found_.uses})
      std::ranges::stable_sort(*list, std::ranges::greater(), &CallDependence::edges);
  }

private:
  // Back to the code between calls, a value that a call returns is what it is made for; whether a later call needs it,
  // the source says, not this edge.
  bool is_of_results(EdgeKind kind, const SitePair& pair, bool back) const {
    SiteRole from = role_(pair.from), to = role_(pair.to);
    if (back && from == SiteRole::self_call) return true;
    return kind != EdgeKind::flow && from != SiteRole::other && to != SiteRole::other;
  }

  const Trace& trace_;
  const RecursionTree& tree_;
  const SiteRoles& role_;
  RecursiveFunction& found_;
  Branches branches_;
  std::map<std::tuple<EdgeKind, bool, uint32_t, uint32_t>, uint64_t> edges_;
};
} // namespace

static void count(const RecursionTree& tree, RecursiveFunction& found) {
  const std::vector<Activation>& all = tree.activations;
  std::vector<uint32_t> largest(all.size(), 0);
  found.activations = all.size();
  for (const Activation& a : all) {
    found.depth = std::max(found.depth, a.depth + 1);
    found.roots += a.parent == kNoActivation;
    if (a.parent != kNoActivation) {
      auto size = static_cast<uint32_t>(a.end - (&a - all.data()));
      largest[a.parent] = std::max(largest[a.parent], size);
    }
    if (a.calls == 0) {
      ++found.leaves;
      found.base_ns += a.own_ns();
      continue;
    }
    ++(a.calls == 1 ? found.singles : found.forks);
    found.least_arity = found.least_arity == 0 ? a.calls : std::min(found.least_arity, a.calls);
    found.most_arity = std::max(found.most_arity, a.calls);
    found.divide_ns += a.divide_ns, found.between_ns += a.between_ns, found.combine_ns += a.combine_ns;
  }
  double sum = 0;
  for (uint32_t a = 0; a < all.size(); ++a)
    if (all[a].calls > 1) sum += static_cast<double>(largest[a]) / static_cast<double>(all[a].end - a - 1);
  if (found.forks > 0) found.largest_part = sum / static_cast<double>(found.forks);
}

std::vector<RecursiveFunction> find_recursion(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                              const SiteRoles& role) {
  const Trace& trace = graph.trace();
  std::set<uint32_t> regions;
  for (uint32_t execution : executions)
    for (uint32_t v : graph.vertices_of(execution))
      if (trace.regions[trace.tasks.region[v]].origin == RegionOrigin::function) regions.insert(trace.tasks.region[v]);
  std::vector<RecursiveFunction> all;
  for (uint32_t region : regions) {
    RecursionTree tree = recursion_tree(graph, executions, region);
    RecursiveFunction found{.region = region};
    count(tree, found);
    if (found.forks + found.singles == 0) continue;
    Dependences dependences(graph, tree, role, found);
    for (uint32_t execution : executions)
      for (uint32_t v : graph.vertices_of(execution))
        for (uint32_t e : graph.in_edges(v))
          if (graph.within_one_execution(e, v)) dependences.see(e, v);
    dependences.finish();
    all.push_back(std::move(found));
  }
  return all;
}

} // namespace unply
