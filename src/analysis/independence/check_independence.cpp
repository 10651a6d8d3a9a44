// One pass over the vertices each.
#include "analysis/independence/check_independence.h"
#include "analysis/defects.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

static constexpr Defects defect_in_set{"", "the input"};

// By vertex, whether it is in the set.
static Result<std::vector<bool>> members(const Dag& dag, const std::vector<uint32_t>& set) {
  std::vector<bool> member(dag.vertices(), false);
  for (size_t i = 0; i < set.size(); ++i) {
    if (set[i] >= dag.vertices())
      return defect_in_set(fmt::format("a set has vertex {} of {}", set[i], dag.vertices()));
    if (i > 0 && set[i - 1] >= set[i]) return defect_in_set(fmt::format("a set has vertex {} out of order", set[i]));
    member[set[i]] = true;
  }
  return member;
}

// Marks the predecessors of members from the sinks up, whereas the search goes down.
Result<void> check_independent_set(const Dag& dag, const std::vector<uint32_t>& set) {
  auto member = members(dag, set);
  if (!member) return error_of(member);
  std::vector<bool> leads(dag.vertices(), false);
  for (uint32_t v = dag.vertices(); v-- > 0;) {
    for (uint32_t w : dag.successors(v))
      if (leads[w] || (*member)[w]) leads[v] = true;
    if (leads[v] && (*member)[v])
      return defect_in_set(fmt::format("vertex {} of an independent set leads to another one", v));
  }
  return {};
}

// Every vertex that is left out has an edge towards v, on through others left out, and no member has one: by induction
// over the numbers those left out are the vertices with a path to or from v.
Result<void> check_independent_of(const Dag& dag, uint32_t v, const std::vector<uint32_t>& set) {
  auto member = members(dag, set);
  if (!member) return error_of(member);
  if (v >= dag.vertices() || !(*member)[v]) return defect_in_set(fmt::format("vertex {} is not in its own set", v));
  auto between = [&](uint32_t w) { return w == v || !(*member)[w]; };
  for (uint32_t u = 0; u < dag.vertices(); ++u) {
    if (u == v) continue;
    auto list = u < v ? dag.successors(u) : dag.predecessors(u);
    bool towards = std::ranges::any_of(list, [&](uint32_t w) { return (u < v ? w <= v : w >= v) && between(w); });
    if (towards == (*member)[u])
      return defect_in_set(
          fmt::format("vertex {} is counted as {} of vertex {}", u, towards ? "independent" : "dependent", v));
  }
  return {};
}

Result<void> check_path(const Dag& dag, const std::vector<uint32_t>& path) {
  for (size_t i = 1; i < path.size(); ++i)
    if (path[i] >= dag.vertices() || path[i - 1] >= path[i] || !dag.has_edge(path[i - 1], path[i]))
      return defect_in_set(
          fmt::format("a path takes an edge from vertex {} to {} that is not there", path[i - 1], path[i]));
  return {};
}

// As many chains run through a vertex as come in or go out, at least one; those that do not come in begin there.
Result<uint64_t> count_chains(const Dag& dag, const std::vector<ChainLink>& cover) {
  std::vector<uint64_t> in(dag.vertices(), 0), out(dag.vertices(), 0);
  for (const ChainLink& link : cover) {
    if (link.from >= dag.vertices() || link.to >= dag.vertices() || !dag.has_edge(link.from, link.to))
      return defect_in_set(fmt::format("a chain goes from vertex {} to {} without an edge", link.from, link.to));
    out[link.from] += link.chains, in[link.to] += link.chains;
  }
  uint64_t chains = 0;
  for (uint32_t v = 0; v < dag.vertices(); ++v) chains += std::max({in[v], out[v], uint64_t{1}}) - in[v];
  return chains;
}

Result<uint64_t> checked_chains(const Dag& dag, const std::vector<ChainLink>& cover, uint64_t counted,
                                uint64_t independent) {
  auto chains = count_chains(dag, cover);
  if (chains && (*chains > counted || *chains < independent))
    return defect_in_set(fmt::format("{} chains cover the graph, the search counted {} and found {} independent tasks",
                                     *chains, counted, independent));
  return chains;
}

} // namespace unply
