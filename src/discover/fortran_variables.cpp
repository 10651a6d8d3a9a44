#include "discover/fortran_variables.h"
#include "discover/fortran_scopes.h"
#include <algorithm>
#include <cctype>
#include <set>

namespace unply {

namespace {

struct Words {
  std::set<std::string> all, indices;
  std::set<std::string> called; // a parenthesis follows that has no colon of a substring
  std::set<std::string> set;    // an equals sign follows in parentheses: indices of an implied loop, and keywords
};

bool has_colon(std::string_view text) { // in the parentheses at its begin
  int depth = 0;
  for (char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (depth == 0) return false;
    if (depth == 1 && c == ':') return true;
  }
  return false;
}

void add_words(std::string_view text, Words& words) {
  int depth = 0;
  bool component = false; // behind a percent sign
  while (!text.empty()) {
    const std::string_view word = first_word(text);
    if (word.empty()) {
      const char c = text[0];
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      component = c == '%' || (component && (c == ' ' || c == '\t'));
      text.remove_prefix(1);
      continue;
    }
    const std::string_view rest = behind_word(text);
    text.remove_prefix(word.size());
    const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    if (!number && !component) {
      const std::string name(word);
      words.all.insert(name);
      if (rest.starts_with('(') && !has_colon(rest)) words.called.insert(name);
      const bool equals = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
      if (depth > 0 && equals) words.set.insert(name);
    }
    component = false;
  }
}

// A variable that is threadprivate must not be in a clause; which ones are is said in comments.
bool has_threadprivate(const std::vector<std::string_view>& lines) {
  return std::ranges::any_of(lines, [](std::string_view line) {
    line = trim_left(line);
    if (!line.starts_with('!')) return false;
    std::string text(line);
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text.contains("threadprivate");
  });
}

} // namespace

std::optional<std::vector<std::string>> fortran_loop_variables(const std::vector<std::string_view>& lines, size_t first,
                                                               size_t last) {
  if (has_threadprivate(lines)) return std::nullopt;
  const auto statements = fortran_statements(lines);
  if (!statements) return std::nullopt;
  const auto scopes = FortranScopes::at(*statements, first);
  if (!scopes || !scopes->is_complete()) return std::nullopt;
  Words words;
  for (const FortranStatement& statement : *statements) {
    if (statement.line < first || statement.line > last) continue;
    add_words(statement.text, words);
    if (begins_do(statement.text)) words.indices.insert(index_of(statement.text));
  }
  std::vector<std::string> variables;
  for (const std::string& word : words.all) {
    const FortranName what = scopes->find(word);
    const bool variable = what == FortranName::scalar || what == FortranName::array;
    const bool function = what == FortranName::scalar && words.called.contains(word); // external, or of a statement
    if (what == FortranName::unsettled || function || (variable && words.set.contains(word))) return std::nullopt;
    if (variable && !words.indices.contains(word)) variables.push_back(word);
  }
  return variables;
}

} // namespace unply
