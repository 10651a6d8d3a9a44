// Whether programs with std::execution can be built here: libstdc++ runs parallel algorithms by oneTBB.
#pragma once
#include <string>

namespace unply {

std::string why_no_policies(); // "" if they can; compiles and links a small program

} // namespace unply
