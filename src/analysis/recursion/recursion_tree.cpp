// The tree of activations, and the time of each before, between and after the calls that it makes. The times of a task
// are known for its vertices; within one the clock, which includes tracing, says how they fall on its parts.
#include "analysis/recursion/recursion.h"
#include <algorithm>

namespace unply {

namespace {
enum Part { kBefore, kBetween, kAfter };

class TreeTimes {
public:
  TreeTimes(const ExecutionGraph& graph, RecursionTree& tree)
      : graph_(graph), columns_(graph.trace().tasks), tree_(tree), calls_(tree.activations.size()) {
    for (uint32_t a = 0; a < tree.activations.size(); ++a)
      if (uint32_t parent = tree.activations[a].parent; parent != kNoActivation) calls_[parent].push_back(a);
  }

  void find_ends(const std::vector<uint32_t>& executions) {
    ends_.assign(tree_.activations.size(), 0);
    for (uint32_t execution : executions)
      for (uint32_t v : graph_.vertices_of(execution)) {
        uint32_t a = tree_.of_vertex[v];
        if (a != kNoActivation && columns_.instance[v] == tree_.activations[a].vertex)
          ends_[a] = std::max(ends_[a], columns_.end_ns[v]);
      }
  }

  void add(uint32_t vertex) {
    uint32_t a = tree_.of_vertex[vertex];
    if (a == kNoActivation) return;
    Activation& activation = tree_.activations[a];
    uint64_t work = graph_.work_ns(vertex);
    if (columns_.instance[vertex] != activation.vertex) { // a task of another region within the activation
      time_of(activation, part_at(a, columns_.begin_ns[vertex])) += work;
      return;
    }
    uint64_t clock[3] = {}, begin = columns_.begin_ns[vertex], end = columns_.end_ns[vertex], at = begin;
    const std::vector<uint32_t>& calls = calls_[a]; // one after the other
    auto first = std::ranges::upper_bound(calls, begin, {}, [&](uint32_t call) { return ends_[call]; });
    for (auto call = first; call != calls.end() && begin_of(*call) < end; ++call) {
      if (begin_of(*call) > at) clock[part_at(a, at)] += begin_of(*call) - at;
      at = std::max(at, ends_[*call]);
    }
    if (end > at) clock[part_at(a, at)] += end - at;
    share(activation, work, clock, part_at(a, begin));
  }

private:
  uint64_t begin_of(uint32_t a) const { return columns_.begin_ns[tree_.activations[a].vertex]; }
  Part part_at(uint32_t a, uint64_t ns) const {
    const std::vector<uint32_t>& calls = calls_[a];
    if (calls.empty() || ns < begin_of(calls.front())) return kBefore;
    return ns >= ends_[calls.back()] ? kAfter : kBetween;
  }
  static uint64_t& time_of(Activation& activation, Part part) {
    return part == kBefore ? activation.divide_ns : part == kBetween ? activation.between_ns : activation.combine_ns;
  }
  // Splits `work` by the clock; the last part takes the remainder of rounding, so that nothing is lost.
  static void share(Activation& activation, uint64_t work, const uint64_t (&clock)[3], Part otherwise) {
    uint64_t all = clock[0] + clock[1] + clock[2], left = work;
    if (all == 0) {
      time_of(activation, otherwise) += work;
      return;
    }
    Part largest = clock[kAfter] >= clock[kBetween] ? kAfter : kBetween;
    if (clock[kBefore] >= clock[largest]) largest = kBefore;
    for (Part part : {kBefore, kBetween, kAfter}) {
      if (part == largest) continue;
      auto share = static_cast<uint64_t>(static_cast<double>(work) * static_cast<double>(clock[part]) /
                                         static_cast<double>(all));
      share = std::min(share, left);
      time_of(activation, part) += share, left -= share;
    }
    time_of(activation, largest) += left;
  }

  const ExecutionGraph& graph_;
  const TaskColumns& columns_;
  RecursionTree& tree_;
  std::vector<std::vector<uint32_t>> calls_; // of each activation
  std::vector<uint64_t> ends_;
};
} // namespace

RecursionTree recursion_tree(const ExecutionGraph& graph, const std::vector<uint32_t>& executions, uint32_t region) {
  const TaskColumns& columns = graph.trace().tasks;
  RecursionTree tree;
  tree.of_vertex.assign(graph.vertices(), kNoActivation);
  std::vector<Activation>& all = tree.activations;
  std::vector<uint32_t> rows;
  for (uint32_t execution : executions)
    rows.insert(rows.end(), graph.vertices_of(execution).begin(), graph.vertices_of(execution).end());
  std::ranges::sort(rows);
  for (uint32_t v : rows) {
    uint32_t enclosing = columns.parent[v] == 0 ? kNoActivation : tree.of_vertex[columns.parent[v] - 1];
    if (columns.region[v] != region) {
      tree.of_vertex[v] = enclosing;
    } else if (!graph.starts_instance(v)) {
      tree.of_vertex[v] = tree.of_vertex[columns.instance[v]];
    } else {
      uint32_t depth = enclosing == kNoActivation ? 0 : all[enclosing].depth + 1;
      tree.of_vertex[v] = static_cast<uint32_t>(all.size());
      all.push_back({.vertex = v, .parent = enclosing, .depth = depth});
      if (enclosing != kNoActivation) ++all[enclosing].calls, all[enclosing].last_call = v;
    }
  }
  for (uint32_t a = static_cast<uint32_t>(all.size()); a-- > 0;) {
    all[a].end = std::max(all[a].end, a + 1);
    if (all[a].parent != kNoActivation) all[all[a].parent].end = std::max(all[all[a].parent].end, all[a].end);
  }
  TreeTimes times(graph, tree);
  times.find_ends(executions);
  for (uint32_t v : rows) times.add(v);
  return tree;
}

} // namespace unply
