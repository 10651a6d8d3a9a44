// Certificates: numbers that ascend along every edge show that no path is longer than their count and that vertices
// with equal numbers are independent; a path of as many vertices shows that the count is reached.
#include "analysis/symmetry/check_quotient.h"
#include "analysis/defects.h"
#include "base/none.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {
Result<void> check_relation(const Dag& dag, const QuotientGraph& q) {
  if (q.relation.class_of.size() != dag.vertices())
    return kQuotientDefects("the relation is on another number of tasks");
  std::vector<uint64_t> counted(q.relation.classes, 0);
  uint32_t classes = 0;
  for (uint32_t c : q.relation.class_of) {
    if (c > classes || c >= q.relation.classes)
      return kQuotientDefects("classes are not numbered by their first tasks");
    classes = std::max(classes, c + 1);
    ++counted[c];
  }
  if (classes != q.relation.classes) return kQuotientDefects("a class is empty");
  if (!std::ranges::equal(counted, q.size)) return kQuotientDefects("the sizes of the classes are wrong");
  return {};
}

Result<void> check_edges(const Dag& dag, const QuotientGraph& q) {
  auto key = [](const QuotientEdge& e) { return std::pair(e.from, e.to); };
  for (size_t e = 0; e < q.edges.size(); ++e) {
    if (q.edges[e].from == q.edges[e].to) return kQuotientDefects("a class has an edge to itself");
    if (e > 0 && key(q.edges[e - 1]) >= key(q.edges[e]))
      return kQuotientDefects("edges are out of order or come twice");
  }
  std::vector<uint64_t> counted(q.edges.size(), 0);
  uint64_t within = 0;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v)) {
      std::pair classes(q.relation.class_of[u], q.relation.class_of[v]);
      within += classes.first == classes.second;
      if (classes.first == classes.second) continue;
      auto found = std::ranges::lower_bound(q.edges, classes, {}, key);
      if (found == q.edges.end() || key(*found) != classes)
        return kQuotientDefects(fmt::format("the edge between vertices {} and {} has no image", u, v));
      ++counted[static_cast<size_t>(found - q.edges.begin())];
    }
  if (within != q.edges_within) return kQuotientDefects("edges inside classes are miscounted");
  for (size_t e = 0; e < q.edges.size(); ++e)
    if (counted[e] == 0 || counted[e] != q.edges[e].multiplicity)
      return kQuotientDefects(fmt::format("the edge from class {} to {} stands for {} edges and not for {}",
                                          q.edges[e].from, q.edges[e].to, counted[e], q.edges[e].multiplicity));
  return {};
}

Result<void> check_order(const QuotientGraph& q) {
  if (!q.cycle.empty()) {
    if (!q.order.empty()) return kQuotientDefects("there are both an order and a cycle");
    for (size_t i = 0; i < q.cycle.size(); ++i) {
      std::pair step(q.cycle[i], q.cycle[(i + 1) % q.cycle.size()]);
      if (std::ranges::none_of(q.edges, [&](const QuotientEdge& e) { return std::pair(e.from, e.to) == step; }))
        return kQuotientDefects("the cycle is none");
    }
    return {};
  }
  std::vector<uint32_t> place(q.relation.classes, kNone);
  for (uint32_t i = 0; i < q.order.size(); ++i) {
    if (q.order[i] >= place.size() || place[q.order[i]] != kNone)
      return kQuotientDefects("the order of the classes is none");
    place[q.order[i]] = i;
  }
  if (q.order.size() != q.relation.classes) return kQuotientDefects("the order leaves classes out");
  for (const QuotientEdge& e : q.edges)
    if (place[e.from] >= place[e.to]) return kQuotientDefects("an edge leads backwards in the order of the classes");
  return {};
}

// Earliest levels and the certificate of their number.
Result<std::vector<uint32_t>> checked_levels(const Dag& dag, uint32_t longest_path) {
  std::vector<uint32_t> level(dag.vertices(), 0);
  uint32_t last = 0;
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    for (uint32_t w : dag.successors(v)) level[w] = std::max(level[w], level[v] + 1);
    if (level[v] > level[last]) last = v;
  }
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v))
      if (level[u] >= level[v]) return kQuotientDefects("levels do not ascend along an edge");
  uint32_t steps = dag.vertices() > 0;
  for (uint32_t v = last; dag.vertices() > 0 && level[v] > 0; ++steps) {
    auto before = std::ranges::find_if(dag.predecessors(v), [&](uint32_t u) { return level[u] + 1 == level[v]; });
    if (before == dag.predecessors(v).end()) return kQuotientDefects("a level is not reached by a path");
    v = *before;
  }
  if (steps != longest_path)
    return kQuotientDefects(fmt::format("the longest path has {} tasks, not {}", steps, longest_path));
  return level;
}

// Backwards, other than in quotient.cpp: a bit for each class with a member after a vertex.
uint64_t joined_backwards(const Dag& dag, const QuotientGraph& q, const std::map<uint32_t, uint32_t>& bit_of) {
  std::vector<uint64_t> own(dag.vertices(), 0), from_here(dag.vertices(), 0);
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    if (auto bit = bit_of.find(q.relation.class_of[v]); bit != bit_of.end()) own[v] = uint64_t{1} << bit->second;
  uint64_t joined = 0;
  for (uint32_t v = dag.vertices(); v-- > 0;) {
    uint64_t after = 0;
    for (uint32_t w : dag.successors(v)) after |= from_here[w];
    joined |= after & own[v];
    from_here[v] = after | own[v];
  }
  return joined;
}

Result<void> check_independence(const Dag& dag, const QuotientGraph& q, const std::vector<uint32_t>& level) {
  constexpr uint32_t kSeveral = 0xfffffffe;
  std::vector<uint32_t> level_of(q.relation.classes, kNone);
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    uint32_t& common = level_of[q.relation.class_of[v]];
    common = common == kNone || common == level[v] ? level[v] : kSeveral;
  }
  std::map<uint32_t, uint32_t> bit_of;
  for (uint32_t c = 0; c < q.relation.classes; ++c) {
    if (level_of[c] != kSeveral && q.independent[c] != Independence::holds)
      return kQuotientDefects(fmt::format("class {} is on one level and called dependent", c));
    if (level_of[c] == kSeveral && q.independent[c] != Independence::undecided)
      bit_of.emplace(c, static_cast<uint32_t>(bit_of.size()));
    if (bit_of.size() < 64 && c + 1 < q.relation.classes) continue;
    uint64_t joined = bit_of.empty() ? 0 : joined_backwards(dag, q, bit_of);
    for (auto [checked, bit] : bit_of)
      if ((joined >> bit & 1) != (q.independent[checked] == Independence::fails))
        return kQuotientDefects(
            fmt::format("class {} is taken for {}", checked,
                        q.independent[checked] == Independence::fails ? "dependent" : "independent"));
    bit_of.clear();
  }
  uint64_t time = 0;
  for (uint32_t c = 0; c < q.relation.classes; ++c) time += q.independent[c] == Independence::holds ? 1 : q.size[c];
  if (time != q.execution_time)
    return kQuotientDefects(fmt::format("execution time is {}, not {}", time, q.execution_time));
  return {};
}
} // namespace

Result<void> check_quotient(const Dag& dag, const QuotientGraph& quotient) {
  if (auto checked = check_relation(dag, quotient); !checked) return checked;
  if (auto checked = check_edges(dag, quotient); !checked) return checked;
  if (auto checked = check_order(quotient); !checked) return checked;
  auto level = checked_levels(dag, quotient.longest_path);
  if (!level) return error_of(level);
  return check_independence(dag, quotient, *level);
}

Result<void> check_equitable(const Dag& dag, std::span<const uint32_t> colours, const Partition& partition) {
  if (partition.class_of.size() != dag.vertices())
    return kQuotientDefects("the partition is of another number of tasks");
  std::vector<uint32_t> first(partition.classes, kNone);
  auto classes_of = [&](std::span<const uint32_t> neighbours) {
    std::vector<uint32_t> classes;
    for (uint32_t w : neighbours) classes.push_back(partition.class_of[w]);
    std::ranges::sort(classes);
    return classes;
  };
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    uint32_t& u = first[partition.class_of[v]];
    if (u == kNone) u = v;
    if (u == v) continue;
    if (!colours.empty() && colours[u] != colours[v]) return kQuotientDefects("a class has tasks of several regions");
    if (classes_of(dag.predecessors(u)) != classes_of(dag.predecessors(v)) ||
        classes_of(dag.successors(u)) != classes_of(dag.successors(v)))
      return kQuotientDefects(fmt::format("vertices {} and {} share a class but their neighbours do not", u, v));
  }
  return {};
}

} // namespace unply
