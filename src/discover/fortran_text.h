// What a directive needs of a Fortran loop and only its text tells: where it ends, and which scalars it assigns to.
#pragma once
#include "base/result.h"
#include <string_view>
#include <vector>

namespace unply {

struct FortranLoop {
  size_t first = 0, last = 0;        // lines of `do` and `end do`, from 0
  std::vector<std::string> assigned; // scalars, in lower case, each once, ascending
};

// line: of the word `do`, from 0.
Result<FortranLoop> read_fortran_loop(const std::vector<std::string_view>& lines, size_t line);

} // namespace unply
