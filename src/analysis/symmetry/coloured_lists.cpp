// One pass over the lists in either direction; sorting is by insertion for the short lists that most tasks have.
#include "analysis/symmetry/coloured_lists.h"
#include "analysis/hash_numbers.h"
#include "analysis/union_find.h"
#include <algorithm>
#include <numeric>

namespace unply {

ColouredLists::ColouredLists(const Dag& dag, const Colouring& colouring) {
  const std::vector<uint32_t>& colour = colouring.colour;
  std::vector<uint32_t> list;
  for (int direction = 0; direction < 2; ++direction) {
    Lists& lists = lists_[direction];
    lists.first.reserve(size_t{dag.vertices()} + 1);
    lists.first.push_back(0);
    for (uint32_t v = 0; v < dag.vertices(); ++v) {
      auto neighbours = direction == 0 ? dag.predecessors(v) : dag.successors(v);
      list.assign(neighbours.begin(), neighbours.end());
      if (list.size() > 1) std::ranges::sort(list, [&](uint32_t a, uint32_t b) { return colour[a] < colour[b]; });
      for (size_t begin = 0, end; begin < list.size(); begin = end) {
        for (end = begin; end < list.size() && colour[list[end]] == colour[list[begin]];) ++end;
        if (end - begin == colouring.size_of[colour[list[begin]]]) continue; // an edge to all of them
        lists.items.insert(lists.items.end(), list.begin() + static_cast<std::ptrdiff_t>(begin),
                           list.begin() + static_cast<std::ptrdiff_t>(end));
        lists.items.back() |= kLastOfRun;
      }
      lists.first.push_back(static_cast<uint32_t>(lists.items.size()));
    }
  }
}

Components components_of(const ColouredLists& lists, const Colouring& colouring) {
  uint32_t n = lists.vertices();
  UnionFind sets(n);
  for (uint32_t v = 0; v < n; ++v)
    for (uint32_t item : lists.list(0, v)) sets.unite(v, item & ~ColouredLists::kLastOfRun);
  Components result;
  std::vector<uint32_t>& number = result.component_of;
  number.resize(n);
  for (uint32_t v = 0; v < n; ++v) { // the root of a set is its smallest vertex
    uint32_t root = sets.find(v);
    if (root == v) {
      number[v] = result.count();
      result.signature.push_back(0);
    }
    number[v] = number[root];
    result.signature[number[v]] += mixed(colouring.colour[v]);
  }
  result.first.assign(size_t{result.count()} + 1, 0);
  for (uint32_t c : number) ++result.first[c + 1];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  std::vector<uint32_t> next(result.first.begin(), result.first.end() - 1);
  result.vertices.resize(n);
  for (uint32_t v = 0; v < n; ++v) result.vertices[next[number[v]]++] = v;
  return result;
}

} // namespace unply
