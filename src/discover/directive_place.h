// What stands before a loop in the source: directives that it has, and pragmas and attributes before which its own must
// stand. Clang takes `#pragma omp parallel for` before `#pragma unroll` and a loop, and not between them.
#pragma once
#include "base/result.h"
#include <optional>
#include <string_view>
#include <vector>

namespace unply {

bool is_directive(std::string_view line); // of OpenMP

// Lines are counted from 0.
// The line of the one before the loop, with comments and conditions of the preprocessor between them.
std::optional<size_t> directive_before(const std::vector<std::string_view>& lines, size_t line);
// The line before which a directive for the loop at this place stands: its own, or that of the first pragma for it.
// hints: clang knows such pragmas. Fails with the reason for which there is none.
Result<size_t> place_of_directive(const std::vector<std::string_view>& lines, size_t line, size_t column, bool hints);

} // namespace unply
