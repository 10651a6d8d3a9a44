#include "discover/text_words.h"
#include <algorithm>
#include <cctype>

namespace unply {

static constexpr std::string_view kBlanks = " \t\r\n";

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view without_blanks_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

std::string_view without_blanks_behind(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view without_margins(std::string_view text) { return without_blanks_before(without_blanks_behind(text)); }

std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

} // namespace unply
