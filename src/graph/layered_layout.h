// Places vertices on levels so that edges are short and cross seldom: edges that span several levels get a point on
// each level between, levels are ordered by the barycentre of their neighbours, and columns are pulled towards their
// neighbours (after Sugiyama, Tagawa and Toda 1981). Deterministic: ties keep the order of rows.
#pragma once
#include <cstdint>
#include <vector>

namespace unply {

struct LayoutEdge {
  uint32_t from, to;
};

struct LayeredLayout {
  std::vector<double> column; // x of each vertex, in units of one vertex, from 0
  std::vector<std::vector<double>>
      bends;          // of each edge: x at each level strictly between its ends, from source to sink
  double columns = 0; // largest x + 1
};

// row[v]: the level of v. Edges must go to a higher row.
LayeredLayout lay_out(const std::vector<uint32_t>& row, const std::vector<LayoutEdge>& edges);

} // namespace unply
