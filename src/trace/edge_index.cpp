#include "trace/edge_index.h"
#include <numeric>

namespace unply {

EdgeIndex::EdgeIndex(const EdgeColumns& edges, size_t vertices) {
  first_.assign(vertices + 1, 0);
  for (size_t row = 0; row < edges.own_rows(); ++row) ++first_[edges.to[row] + size_t{1}];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  if (edges.uses.empty()) return;
  first_use_.assign(vertices + 1, 0);
  for (const EdgeListUse& use : edges.uses) ++first_use_[use.to + size_t{1}];
  std::partial_sum(first_use_.begin(), first_use_.end(), first_use_.begin());
}

} // namespace unply
