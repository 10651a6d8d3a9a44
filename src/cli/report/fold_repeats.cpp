#include "cli/report/fold_repeats.h"
#include <algorithm>

namespace unply {

std::vector<Fold> fold_repeats(std::span<const uint32_t> elements) {
  constexpr size_t kLongestPeriod = 16;
  std::vector<Fold> folds;
  for (size_t at = 0; at < elements.size(); at += folds.back().period * folds.back().times) {
    Fold best{at, 1};
    for (size_t period = 1; period <= kLongestPeriod && at + 2 * period <= elements.size(); ++period) {
      size_t end = at + period;
      while (end < elements.size() && elements[end] == elements[end - period]) ++end;
      size_t times = (end - at) / period;
      if (times > 1 && times * period > best.times * best.period) best = {at, period, times};
    }
    folds.push_back(best);
  }
  return folds;
}

} // namespace unply
