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
  std::set<std::string> assigned, elements, declared, indices, words;
  std::vector<std::pair<std::string, std::set<std::string>>> parts; // assigned to; the words of its subscripts
};

void add_words(std::string_view text, std::set<std::string>& words) {
  for (; !text.empty(); text.remove_prefix(std::max<size_t>(1, first_word(text).size())))
    if (const std::string_view word = first_word(text); !word.empty()) words.insert(std::string(word));
}

// Behind "(1)%x(2)" of "a(1)%x(2) = 3".
std::string_view behind_parts(std::string_view text) {
  while (text.starts_with('(') || text.starts_with('%'))
    text = text.starts_with('(') ? behind_parentheses(text) : behind_word(trim_left(text.substr(1)));
  return text;
}

void add_assigned(std::string_view text, Names& names) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    const std::string_view statement = behind_condition(trim_left(text.substr(0, end)));
    const std::string_view word = first_word(statement);
    std::string_view rest = trim_left(statement.substr(word.size()));
    const bool element = rest.starts_with('(');
    if (element) rest = behind_parentheses(rest);
    auto is_assignment = [](std::string_view behind) {
      return behind.starts_with('=') && !behind.starts_with("==") && !behind.starts_with("=>");
    };
    if (!word.empty() && is_assignment(rest)) (element ? names.elements : names.assigned).insert(std::string(word));
    const std::string_view part = behind_word(statement), behind = behind_parts(part);
    if (!word.empty() && behind.size() < part.size() && is_assignment(behind))
      add_words(part.substr(0, part.size() - behind.size()),
                names.parts.emplace_back(word, std::set<std::string>()).second);
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

// "associate (a => x)": a.
void add_associated(std::string_view text, std::set<std::string>& names) {
  text = without_name(text);
  const std::string_view list = behind_word(text);
  if (first_word(text) != "associate" || !list.starts_with('(')) return;
  for (const std::string_view item : split_list(list.substr(1)))
    if (behind_word(item).starts_with("=>")) names.insert(std::string(first_word(item)));
}

// "do i = 1, n", "do concurrent (i = 1:n, j = 1:m)", "forall (i = 1:n)".
void add_indices(std::string_view text, std::set<std::string>& names) {
  text = without_name(text);
  const bool loop = begins_do(text);
  if (loop && !index_of(text).empty()) names.insert(index_of(text));
  if (loop) text = behind_word(text);
  std::string_view list = behind_word(text);
  if ((first_word(text) != "concurrent" && first_word(text) != "forall") || !list.starts_with('(')) return;
  for (std::string_view item : split_list(list.substr(1))) {
    if (const size_t colons = item.find("::"); colons < item.find('=')) item = trim_left(item.substr(colons + 2));
    if (behind_word(item).starts_with('=')) names.insert(std::string(first_word(item)));
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

static std::vector<std::string> fixed_parts(const Names& names) {
  std::set<std::string> fixed;
  auto varies = [&](const std::string& word) { return names.indices.contains(word) || names.assigned.contains(word); };
  for (const auto& [name, words] : names.parts)
    if (!std::ranges::any_of(words, varies)) fixed.insert(name);
  return {fixed.begin(), fixed.end()};
}

Result<FortranLoop> read_fortran_loop(const std::vector<std::string_view>& lines, size_t line) {
  if (line >= lines.size() || !begins_do(plain_statement(lines[line])))
    return fail("there is no do statement at its line: the source has changed");
  const std::string head = plain_statement(lines[line]);
  FortranLoop loop{.first = line,
                   .last = 0,
                   .index = index_of(head),
                   .assigned = {},
                   .elements = {},
                   .fixed = {},
                   .declared = {},
                   .indices = {},
                   .words = {},
                   .leaves = {},
                   .outputs = {}};
  Names names;
  std::vector<std::string> open; // names of loops, of this one first
  for (size_t at = line; at < lines.size(); ++at) {
    const std::string text = plain_statement(lines[at]);
    add_words(text, names.words);
    add_indices(text, names.indices);
    if (begins_do(text)) {
      if (has_label(text)) return fail("a loop with a label");
      open.push_back(name_before(text));
    } else if (ends_do(text)) {
      open.pop_back();
      if (open.empty()) {
        loop.last = at;
        loop.assigned.assign(names.assigned.begin(), names.assigned.end());
        loop.elements.assign(names.elements.begin(), names.elements.end());
        loop.fixed = fixed_parts(names);
        loop.declared.assign(names.declared.begin(), names.declared.end());
        loop.indices.assign(names.indices.begin(), names.indices.end());
        loop.words.assign(names.words.begin(), names.words.end());
        return loop;
      }
    } else {
      add_assigned(text, names);
      add_declared(text, names.declared);
      add_associated(text, names.declared);
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
    if (facts.find(name) || is_inside(name)) continue;
    if (!loops.has_access(index, name))
      add(name, VariableShape::scalar, Scope::local);
    else if (is_declared(name, lines))
      add(name, VariableShape::scalar, Scope::global);
  }
  for (const std::string& name : read.elements)
    if (!facts.find(name) && !is_inside(name) && is_declared(name, lines))
      add(name, VariableShape::array, Scope::global);
}

// What the loop sets without an access in memory is in registers, and needs a copy for each thread: not only scalars
// to which it assigns, but also components, elements, arguments of procedures, and what has another name by associate.
static void settle_set(SourceLoops& loops, uint32_t index, const FortranLoop& read) {
  LoopFacts& facts = loops.facts(index);
  auto is_in = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::binary_search(names, name);
  };
  auto has_own = [&](const std::string& name) {
    return is_in(read.indices, name) || is_in(read.declared, name) || is_in(read.assigned, name) ||
           loops.has_access(index, name);
  };
  std::erase_if(facts.set, has_own);
  facts.perhaps_set = read.fixed; // the debug information of arrays may be lost
  for (const std::string& name : facts.set)
    if (!is_in(read.words, name)) facts.perhaps_set.push_back(name); // by an inner procedure
  std::erase_if(facts.set, [&](const std::string& name) { return !is_in(read.words, name); });
  std::erase_if(facts.perhaps_set, [&](const std::string& name) {
    return has_own(name) || std::ranges::find(facts.set, name) != facts.set.end();
  });
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
  settle_set(loops, index, *read);
}

} // namespace unply
