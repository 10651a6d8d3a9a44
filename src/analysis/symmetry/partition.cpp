// Uses a table if the labels are small numbers, like the labels of searches.
#include "analysis/symmetry/partition.h"
#include "base/none.h"
#include <algorithm>
#include <unordered_map>

namespace unply {

Partition Partition::by_label(const std::vector<uint32_t>& labels) {
  Partition result;
  result.class_of.reserve(labels.size());
  uint32_t most = labels.empty() ? 0 : *std::ranges::max_element(labels);
  if (most / 4 < labels.size()) {
    std::vector<uint32_t> number(size_t{most} + 1, kNone);
    for (uint32_t label : labels) {
      if (number[label] == kNone) number[label] = result.classes++;
      result.class_of.push_back(number[label]);
    }
    return result;
  }
  std::unordered_map<uint32_t, uint32_t> number;
  for (uint32_t label : labels) {
    auto [place, fresh] = number.try_emplace(label, result.classes);
    result.classes += fresh;
    result.class_of.push_back(place->second);
  }
  return result;
}

} // namespace unply
