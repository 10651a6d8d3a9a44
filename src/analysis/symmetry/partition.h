// A partition of the vertices of a graph: an equivalence relation R of execution-graphs-mora-2021, Definition 3.10.
#pragma once
#include <cstdint>
#include <vector>

namespace unply {

struct Partition {
  std::vector<uint32_t> class_of; // of each vertex; classes are numbered in the order of their first vertices
  uint32_t classes = 0;
  bool operator==(const Partition&) const = default;

  // Classes are the vertices with equal labels.
  static Partition by_label(const std::vector<uint32_t>& labels);
};

} // namespace unply
