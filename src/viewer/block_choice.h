// Selects the blocks of a page that holds its data: those of the part shown, in the order in which they are dropped if
// there are too many bytes.
#pragma once
#include "viewer/view_model.h"

namespace unply {

inline constexpr uint64_t kCoarseBins = 8192; // levels of the pyramid up to this are always in the page: four screens

struct BlockChoice {
  std::vector<std::string> first;                    // one level: the blocks of the first picture
  std::vector<std::string> always;                   // coarse levels, occurrences, marks, sources, pages
  std::vector<std::vector<std::string>> fine_levels; // the coarser ones first
  std::vector<std::string> intervals, lines;
  uint64_t interval_rows = 0, line_rows = 0;
};
BlockChoice choose_blocks(const ViewModel& model);

struct LeftOut {
  bool intervals = false, lines = false;
};
// The model's head with sentences about missing data.
nlohmann::ordered_json head_of_file(const ViewModel& model, const LeftOut& left_out);

} // namespace unply
