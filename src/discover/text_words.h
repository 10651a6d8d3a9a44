// Names and blanks in the text of a source.
#pragma once
#include <string_view>

namespace unply {

bool is_name_character(char c); // a letter, digit or underscore
// Blanks are line ends as well.
std::string_view without_blanks_before(std::string_view text);
std::string_view without_blanks_behind(std::string_view text);
std::string_view without_margins(std::string_view text);
inline bool is_blank(std::string_view text) { return without_blanks_before(text).empty(); }
std::string_view indent_of(std::string_view line);

} // namespace unply
