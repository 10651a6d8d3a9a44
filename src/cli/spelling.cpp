#include "cli/spelling.h"
#include <algorithm>

namespace unply {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  size_t allowed = std::max<size_t>(1, word.size() / 3);
  std::string nearest;
  for (const std::string& candidate : known) {
    size_t distance = edit_distance(word, candidate);
    if (distance > allowed || distance >= candidate.size()) continue;
    nearest = candidate;
    if (distance == 0) break;
    allowed = distance - 1; // only a strictly nearer word replaces it, so that the first of equals stays
  }
  return nearest;
}

} // namespace unply
