// "did you mean": the known word nearest to a mistyped one (restricted Damerau-Levenshtein distance).
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace unply {

// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
size_t edit_distance(std::string_view a, std::string_view b);

// Empty if nothing is near: at most a third of the word may be wrong, and at least one letter always may.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

} // namespace unply
