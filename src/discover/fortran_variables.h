// The variables that a Fortran loop names.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

// All that must be in a clause under default(none), in lower case, ascending; without the indices of loops, which are
// private anyhow. Some of them may not be used: each word of the loop that is the name of a visible variable counts,
// and shared() may list any. Nothing if there might be others, or if shared() might not list one.
// first, last: lines of `do` and `end do`, from 0.
std::optional<std::vector<std::string>> fortran_loop_variables(const std::vector<std::string_view>& lines, size_t first,
                                                               size_t last);

} // namespace unply
