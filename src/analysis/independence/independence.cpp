// Sweeps up and down the numbers, which are a topological order: a mark on a vertex is propagated to its successors
// (predecessors), so a vertex marked at the end has a path from (to) an initial mark.
#include "analysis/independence/independence.h"
#include <algorithm>

namespace unply {

using Marks = std::vector<uint8_t>; // by vertex; bytes: a sweep over bits is half as fast

// Marks everything that a marked vertex from `first` to `last` has a path to, within that range.
static void mark_after(const Dag& dag, Marks& marks, uint32_t first, uint32_t last) {
  for (uint32_t v = first; v < last; ++v)
    if (marks[v])
      for (uint32_t w : dag.successors(v)) marks[w] = 1;
}

static void mark_before(const Dag& dag, Marks& marks, uint32_t last) {
  for (uint32_t v = last + 1; v-- > 0;)
    if (marks[v])
      for (uint32_t u : dag.predecessors(v)) marks[u] = 1;
}

bool are_independent(const Dag& dag, uint32_t u, uint32_t v) {
  if (u == v) return true;
  if (u > v) std::swap(u, v);
  Marks marks(dag.vertices(), 0);
  marks[u] = 1;
  mark_after(dag, marks, u, v);
  return !marks[v];
}

std::vector<uint32_t> independent_of(const Dag& dag, uint32_t v) {
  Marks marks(dag.vertices(), 0);
  marks[v] = 1;
  mark_before(dag, marks, v);
  mark_after(dag, marks, v, dag.vertices());
  marks[v] = 0;
  std::vector<uint32_t> set;
  for (uint32_t u = 0; u < dag.vertices(); ++u)
    if (!marks[u]) set.push_back(u);
  return set;
}

// By vertex: whether it has a path from a member, or is one.
static Marks marks_after(const Dag& dag, const std::vector<uint32_t>& set) {
  Marks marks(dag.vertices(), 0);
  for (uint32_t v : set) marks[v] = 1;
  if (!set.empty()) mark_after(dag, marks, set.front(), dag.vertices());
  return marks;
}

std::vector<uint32_t> path_within(const Dag& dag, const std::vector<uint32_t>& set) {
  Marks marks = marks_after(dag, set);
  auto marked_predecessor = [&](uint32_t v) {
    auto list = dag.predecessors(v);
    auto found = std::ranges::find_if(list, [&](uint32_t u) { return marks[u] != 0; });
    return found == list.end() ? v : *found;
  };
  for (uint32_t end : set) {
    uint32_t v = marked_predecessor(end);
    if (v == end) continue;
    // Marks come from members, so going back from mark to mark leads to one.
    std::vector<uint32_t> path = {end, v};
    while (!std::ranges::binary_search(set, v)) path.push_back(v = marked_predecessor(v));
    std::ranges::reverse(path);
    return path;
  }
  return {};
}

// By vertex: whether it has a path from or to a member, or is one.
static Marks comparable(const Dag& dag, const std::vector<uint32_t>& set) {
  Marks after = marks_after(dag, set), before(dag.vertices(), 0);
  for (uint32_t v : set) before[v] = 1;
  if (!set.empty()) mark_before(dag, before, set.back());
  for (uint32_t v = 0; v < dag.vertices(); ++v) after[v] |= before[v];
  return after;
}

std::optional<uint32_t> vertex_to_add(const Dag& dag, const std::vector<uint32_t>& set) {
  Marks marks = comparable(dag, set);
  auto free = std::ranges::find(marks, 0);
  if (free == marks.end()) return std::nullopt;
  return static_cast<uint32_t>(free - marks.begin());
}

// The free vertices without a free predecessor are independent of each other: a path between two free vertices stays
// among free ones, since a vertex between them with a path to or from a member would pass it on to one of the two.
std::vector<uint32_t> complete_to_maximal(const Dag& dag, const std::vector<uint32_t>& set) {
  Marks marks = comparable(dag, set);
  std::vector<uint32_t> result = set;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    if (!marks[v] && std::ranges::all_of(dag.predecessors(v), [&](uint32_t u) { return marks[u] != 0; }))
      result.push_back(v);
  std::ranges::sort(result);
  return result;
}

// The permutation of the definition is a topological order, and where it exists there is no other one.
bool is_completely_serial(const Dag& dag) {
  for (uint32_t v = 1; v < dag.vertices(); ++v)
    if (dag.predecessors(v).empty() || dag.predecessors(v).back() != v - 1) return false;
  return true;
}

bool is_completely_parallel(const Dag& dag) { return dag.edges() == 0; }

} // namespace unply
