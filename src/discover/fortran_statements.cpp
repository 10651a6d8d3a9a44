#include "discover/fortran_statements.h"
#include "discover/text_words.h"
#include <algorithm>
#include <cctype>

namespace unply {

std::string plain_statement(std::string_view line) {
  std::string out;
  char quote = 0;
  for (char c : line) {
    if (quote != 0) {
      if (c != quote) continue;
      quote = 0;
      out += '\'';
      continue;
    }
    if (c == '!') break;
    const bool opens = c == '\'' || c == '"';
    if (opens) quote = c;
    out += opens ? '\'' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const size_t begin = out.find_first_not_of(" \t\r"), end = out.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : out.substr(begin, end + 1 - begin);
}

std::string_view first_word(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return text.substr(0, end);
}

std::string_view trim_left(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

std::string_view behind_word(std::string_view text) { return trim_left(text.substr(first_word(text).size())); }

std::string_view behind_parentheses(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return trim_left(text.substr(i + 1));
  }
  return {};
}

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c != ',' || (depth != 0 && i < text.size())) continue;
    parts.push_back(trim_left(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

std::string_view without_name(std::string_view text) {
  const std::string_view rest = behind_word(text);
  if (rest.starts_with(':') && !rest.starts_with("::")) return trim_left(rest.substr(1));
  return text;
}

bool begins_do(std::string_view text) {
  text = without_name(text);
  return first_word(text) == "do" && !behind_word(text).starts_with('=');
}

std::string_view label_of(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
  return end == first_word(text).size() ? text.substr(0, end) : std::string_view();
}

std::string_view without_label(std::string_view text) { return trim_left(text.substr(label_of(text).size())); }

std::string_view end_label(std::string_view text) { return label_of(behind_word(without_name(text))); }

std::string_view head_of_do(std::string_view text) {
  text = behind_word(without_name(text));
  if (label_of(text).empty()) return text;
  text = without_label(text);
  return text.starts_with(',') ? trim_left(text.substr(1)) : text;
}

std::string index_of(std::string_view text) {
  text = head_of_do(text);
  return behind_word(text).starts_with('=') ? std::string(first_word(text)) : "";
}

namespace {

bool has_open_text(std::string_view plain) { return std::ranges::count(plain, '\'') % 2 != 0; }

// Lines that one compiler reads and another does not, or that are somewhere else.
bool is_uncertain(std::string_view line) {
  line = trim_left(line);
  if (line.starts_with('#')) return true;
  if (line.starts_with("!$") && (line.size() == 2 || line[2] == ' ' || line[2] == '\t' || line[2] == '&')) return true;
  return first_word(plain_statement(line)) == "include";
}

} // namespace

std::optional<std::vector<FortranStatement>> fortran_statements(const std::vector<std::string_view>& lines) {
  std::vector<FortranStatement> statements;
  bool continued = false;
  for (size_t at = 0; at < lines.size(); ++at) {
    if (is_uncertain(lines[at])) return std::nullopt;
    const std::string plain = plain_statement(lines[at]);
    if (has_open_text(plain)) return std::nullopt;
    std::string_view text = plain;
    if (text.empty()) continue;
    const bool joined = text.starts_with('&');
    if (joined) text = text.substr(1);
    const bool goes_on = text.ends_with('&');
    if (goes_on) text.remove_suffix(1);
    bool more = continued; // of the statement before
    while (true) {
      const std::string_view one = text.substr(0, text.find(';'));
      if (more)
        statements.back().text += (joined ? "" : " ") + std::string(one);
      else if (const std::string_view statement = without_label(trim_left(one)); !statement.empty())
        statements.push_back({at, std::string(statement)});
      if (one.size() == text.size()) break;
      text.remove_prefix(one.size() + 1);
      more = false;
    }
    continued = goes_on && !statements.empty();
  }
  for (FortranStatement& statement : statements) statement.text.resize(statement.text.find_last_not_of(" \t") + 1);
  return statements;
}

} // namespace unply
