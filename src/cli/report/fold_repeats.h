// Repetition in a list: "a b a b a b c" is three times "a b", then "c".
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unply {

struct Fold {
  size_t first, period; // elements
  size_t times = 1;
  bool operator==(const Fold&) const = default;
};

// From left to right, the fold that covers most, of these the shortest period; periods up to 16. Elements that are not
// repeated are folds of their own.
std::vector<Fold> fold_repeats(std::span<const uint32_t> elements);

} // namespace unply
