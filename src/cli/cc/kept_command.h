// Keeps the compiler commands in what they make, so that `unply verify` can build the program again.
#pragma once
#include "base/result.h"
#include <string>
#include <vector>

namespace unply {

// One line of the section (include/unply/command_section.h). Files of arguments are written out: many are temporary.
std::string kept_command(const std::string& verb, const std::vector<std::string>& arguments, bool links);

// Arguments with which the linker adds the line. The object lies in memory and is inherited by the linker: nothing is
// left to remove, and no assembler is started (10 ms). Empty where the kernel gives no such file.
std::vector<std::string> link_kept_command(const std::string& line);

} // namespace unply
