// Names of functions as people write them.
#pragma once
#include <string>

namespace unply {

// "std::getline" of the linker's _ZSt7getline...; other names as they are.
std::string readable_name(const std::string& linker_name);

} // namespace unply
