#include "analysis/partition.h"
#include <unordered_map>

namespace unply {

Partition Partition::by_label(const std::vector<uint32_t>& labels) {
  Partition result;
  result.class_of.reserve(labels.size());
  std::unordered_map<uint32_t, uint32_t> number;
  for (uint32_t label : labels) {
    auto [place, fresh] = number.try_emplace(label, result.classes);
    result.classes += fresh;
    result.class_of.push_back(place->second);
  }
  return result;
}

} // namespace unply
