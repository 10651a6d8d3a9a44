// Errors of result checks: they always indicate a defect of unply, never a mistake of the user.
#pragma once
#include "base/result.h"

namespace unply {

struct Defects {
  const char* of;    // the check, "quotient: ", or nothing
  const char* input; // the object that shows the defect, "the trace file"
  std::unexpected<Error> operator()(const std::string& what) const {
    return fail(std::string("internal check: ") + of + what,
                std::string("this is a defect of unply: please report it with ") + input);
  }
};
inline constexpr Defects kQuotientDefects{"quotient: ", "the file"};

} // namespace unply
