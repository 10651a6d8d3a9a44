// Finds the coordinates of a task in a butterfly, independent of the order of the tasks: the levels up to its own fall
// apart into parts that join in pairs from level to level, and so do the levels from its own. Which part of a pair is
// first is free, and the two paths of parts are the high and the low bits of its place (Bermond, Fourneau and
// Jean-Marie 1987).
#include "analysis/pattern/pattern_shapes.h"
#include "analysis/union_find.h"
#include "base/none.h"
#include "graph/dag.h"

namespace unply {

namespace {

// part[v]: the root of v's part in the levels on one side of its own, joined[v]: the same with one level more.
struct Parts {
  std::vector<uint32_t> part, joined;
};

Parts parts_of(const Dag& dag, const std::vector<std::vector<uint32_t>>& by_level, bool down) {
  UnionFind sets(dag.vertices());
  Parts parts{std::vector<uint32_t>(dag.vertices()), std::vector<uint32_t>(dag.vertices())};
  size_t levels = by_level.size();
  for (size_t step = 0; step < levels; ++step) {
    size_t l = down ? step : levels - 1 - step;
    for (uint32_t v : by_level[l]) {
      auto neighbours = down ? dag.predecessors(v) : dag.successors(v);
      for (uint32_t u : neighbours) sets.unite(u, v);
    }
    for (uint32_t v : by_level[l]) parts.part[v] = sets.find(v);
    if (step > 0)
      for (uint32_t v : by_level[down ? l - 1 : l + 1]) parts.joined[v] = sets.find(v);
  }
  return parts;
}

// Numbers the two parts of each pair 0 and 1, from the whole graph to the smallest parts. Empty if they are no pairs.
std::vector<uint32_t> paths_of(const Parts& parts, const std::vector<std::vector<uint32_t>>& by_level, bool down) {
  size_t n = parts.part.size(), levels = by_level.size();
  std::vector<uint32_t> path(n, 0), path_of_part(n, 0), next(n, 0), seen_at(n, kNone);
  for (size_t step = 1; step < levels; ++step) {
    size_t l = down ? levels - 1 - step : step;
    std::vector<uint32_t> seen_parts, children(n, 0);
    for (uint32_t v : by_level[l]) {
      uint32_t part = parts.part[v], parent = parts.joined[v];
      if (seen_at[part] != step) {
        seen_at[part] = static_cast<uint32_t>(step);
        if (children[parent] == 2) return {};
        uint32_t bit = children[parent]++;
        next[part] = down ? 2 * path_of_part[parent] + bit : path_of_part[parent] | bit << (l - 1);
        seen_parts.push_back(part);
      }
      path[v] = next[part];
    }
    for (uint32_t part : seen_parts) path_of_part[part] = next[part];
  }
  return path;
}
} // namespace

std::vector<uint32_t> butterfly_places(const Dag& dag, uint64_t k) {
  std::vector<uint32_t> level = levels_of(dag);
  std::vector<std::vector<uint32_t>> by_level(k);
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    if (level[v] >= k) return {};
    by_level[level[v]].push_back(v);
  }
  std::vector<uint32_t> high = paths_of(parts_of(dag, by_level, true), by_level, true);
  std::vector<uint32_t> low = paths_of(parts_of(dag, by_level, false), by_level, false);
  if (high.empty() || low.empty()) return {};
  std::vector<uint32_t> place(dag.vertices());
  for (uint32_t v = 0; v < dag.vertices(); ++v) place[v] = (level[v] << (k - 1)) + (high[v] << level[v]) + low[v];
  return place;
}

} // namespace unply
