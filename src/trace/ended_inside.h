// The name under which the end of a program inside of a loop is counted as a call in that loop: by a signal, or by
// _exit. What happens behind the loop was not seen.
#pragma once
#include <string_view>

namespace unply {

inline constexpr std::string_view kEndedInside = "the end of the program inside the loop";

} // namespace unply
