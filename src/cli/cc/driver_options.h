// Options of clang and flang by what they do to the steps of a command line.
#pragma once
#include <string_view>

namespace unply {

bool takes_next(std::string_view argument);        // its value is the next argument, which is no input file
bool stops_before_link(std::string_view argument); // the last step is not a link
bool is_question(std::string_view argument);       // the compiler answers and does nothing else
bool is_header_name(std::string_view input);       // by its ending

} // namespace unply
