// Statements are read line by line without a grammar: what does not look like one of the expected forms is refused, so
// that no directive is put in a wrong place.
#include "discover/fortran_text.h"
#include "discover/fortran_statements.h"
#include "discover/unified_diff.h"
#include <algorithm>
#include <cctype>
#include <set>

namespace unply {

namespace {

bool has_label(std::string_view text) { // "do 10 i = 1, n"
  text = behind_word(without_name(text));
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0]));
}
bool ends_do(std::string_view text) {
  const std::string_view word = first_word(text);
  return word == "enddo" || (word == "end" && first_word(trim_left(text.substr(3))) == "do");
}

// Skips "if (...)" in front of a statement.
std::string_view behind_condition(std::string_view text) {
  if (first_word(text) != "if") return text;
  const std::string_view rest = trim_left(text.substr(2));
  return rest.starts_with('(') ? behind_parentheses(rest) : text;
}

struct Names {
  std::set<std::string> assigned, elements, declared;
};

void add_assigned(std::string_view text, Names& names) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    const std::string_view statement = behind_condition(trim_left(text.substr(0, end)));
    const std::string_view word = first_word(statement);
    std::string_view rest = trim_left(statement.substr(word.size()));
    const bool element = rest.starts_with('(');
    if (element) rest = behind_parentheses(rest);
    if (!word.empty() && rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>"))
      (element ? names.elements : names.assigned).insert(std::string(word));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// "integer, allocatable :: a(:), n = 3": a and n.
void add_declared(std::string_view text, std::set<std::string>& names) {
  const size_t colons = text.find("::");
  if (colons == std::string_view::npos) return;
  text.remove_prefix(colons + 2);
  int depth = 0;
  bool expected = true;
  while (!text.empty()) {
    text = trim_left(text);
    const std::string_view word = first_word(text);
    if (expected && !word.empty()) names.insert(std::string(word));
    expected = false;
    text.remove_prefix(word.size());
    if (text.empty()) return;
    depth += text[0] == '(' ? 1 : text[0] == ')' ? -1 : 0;
    expected = depth == 0 && text[0] == ',';
    text.remove_prefix(1);
  }
}

// Of all declarations of the file, as no grammar tells which of them is the one that counts here.
bool is_declared(const std::string& name, const std::vector<std::string_view>& lines) {
  bool found = false;
  for (const std::string_view line : lines) {
    if (!line.contains("::")) continue;
    const std::string text = plain_statement(line);
    std::set<std::string> names;
    add_declared(text, names);
    if (!names.contains(name)) continue;
    found = true;
    if (text.substr(0, text.find("::")).contains("pointer")) return false;
  }
  return found;
}

} // namespace

namespace {

// What a statement does to the loop around it. names: of the loops that are open, from the outermost.
void add_effect(std::string_view text, const std::vector<std::string>& names, size_t line, FortranLoop& loop) {
  constexpr std::string_view kOutputs[] = {"print", "write", "read", "open", "close", "rewind", "inquire"};
  text = behind_condition(text);
  const std::string word(first_word(text));
  const std::string_view rest = trim_left(text.substr(word.size()));
  if (rest.starts_with('=')) return; // a variable of that name
  if (word == "return" || word == "stop" || word == "goto" || (word == "go" && first_word(rest) == "to") ||
      (word == "error" && first_word(rest) == "stop"))
    loop.leaves.emplace_back(word == "go" ? "goto" : word, line);
  if (std::ranges::find(kOutputs, word) != std::end(kOutputs)) loop.outputs.emplace_back(word, line);
  if (word != "exit" && word != "cycle") return;
  const std::string target(first_word(rest));
  auto at = target.empty() ? names.end() - 1 : std::ranges::find(names, target);
  const bool own = at == names.begin(), elsewhere = at == names.end();
  if (elsewhere || (own && word == "exit")) loop.leaves.emplace_back("break", line);
}

std::string name_before(std::string_view text) {
  const std::string_view name = first_word(text);
  return trim_left(text.substr(name.size())).starts_with(':') ? std::string(name) : "";
}

} // namespace

Result<FortranLoop> read_fortran_loop(const std::vector<std::string_view>& lines, size_t line) {
  if (line >= lines.size() || !begins_do(plain_statement(lines[line])))
    return fail("there is no do statement at its line: the source has changed");
  const std::string head = plain_statement(lines[line]);
  FortranLoop loop{.first = line,
                   .last = 0,
                   .index = index_of(head),
                   .assigned = {},
                   .elements = {},
                   .declared = {},
                   .leaves = {},
                   .outputs = {}};
  Names names;
  std::vector<std::string> open; // names of loops, of this one first
  for (size_t at = line; at < lines.size(); ++at) {
    const std::string text = plain_statement(lines[at]);
    if (begins_do(text)) {
      if (has_label(text)) return fail("a loop with a label");
      open.push_back(name_before(text));
    } else if (ends_do(text)) {
      open.pop_back();
      if (open.empty()) {
        loop.last = at;
        loop.assigned.assign(names.assigned.begin(), names.assigned.end());
        loop.elements.assign(names.elements.begin(), names.elements.end());
        loop.declared.assign(names.declared.begin(), names.declared.end());
        return loop;
      }
    } else {
      add_assigned(text, names);
      add_declared(text, names.declared);
      add_effect(text, open, at, loop);
    }
  }
  return fail("its end do was not found");
}

static void add_variables(SourceLoops& loops, uint32_t index, const FortranLoop& read,
                          const std::vector<std::string_view>& lines) {
  LoopFacts& facts = loops.facts(index);
  auto is_inside = [&](const std::string& name) { return std::ranges::binary_search(read.declared, name); };
  auto add = [&](const std::string& name, VariableShape shape, Scope scope) {
    FactVariable& variable = facts.variables.emplace_back();
    variable.name = name, variable.scope = scope, variable.shape = shape, variable.written = true;
  };
  if (!read.index.empty() && !facts.find(read.index)) add(read.index, VariableShape::scalar, Scope::inside);
  for (const std::string& name : read.declared) add(name, VariableShape::array, Scope::inside);
  for (const std::string& name : read.assigned) {
    if (facts.find(name)) continue;
    if (!loops.has_access(index, name))
      add(name, VariableShape::scalar, Scope::local);
    else if (is_declared(name, lines))
      add(name, VariableShape::scalar, Scope::global);
  }
  for (const std::string& name : read.elements)
    if (!facts.find(name) && !is_inside(name) && is_declared(name, lines))
      add(name, VariableShape::array, Scope::global);
}

void add_fortran_facts(SourceLoops& loops, uint32_t index, const SourceLines& text) {
  const SourceLoop& loop = loops[index];
  LoopFacts& facts = loops.facts(index);
  if (!facts.fortran() || loop.at.line == 0) return;
  auto read = read_fortran_loop(text.lines, loop.at.line - 1);
  if (!read) return;
  auto spot = [](size_t line) { return SourceSpot{static_cast<uint32_t>(line + 1), 1}; };
  if (!facts.has_extent()) {
    facts.begin = facts.body_begin = {loop.at.line, 1};
    facts.end = facts.body_end = spot(read->last + 1);
  }
  if (facts.index.empty()) facts.index = read->index;
  for (const auto& [kind, line] : read->leaves) facts.exits.push_back({kind, spot(line)});
  for (const auto& [name, line] : read->outputs) facts.outputs.push_back({name, "", spot(line), false});
  add_variables(loops, index, *read, text.lines);
}

} // namespace unply
