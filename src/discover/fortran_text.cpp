// Statements are read line by line without a grammar: what does not look like one of the expected forms is refused, so
// that no directive is put in a wrong place.
#include "discover/fortran_text.h"
#include "discover/fortran_statements.h"
#include "discover/unified_diff.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>

namespace unply {

namespace {

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
  if (loop) text = head_of_do(text);
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

bool may_have_second_name(const std::string& name, const std::vector<std::string_view>& lines) {
  return std::ranges::any_of(lines, [&](std::string_view line) {
    const std::string text = plain_statement(line);
    const std::string_view word = first_word(text);
    const std::string_view attributes = std::string_view(text).substr(0, std::min(text.find("::"), text.size()));
    std::set<std::string> names;
    if (word == "equivalence" || word == "target")
      add_words(text, names);
    else if (attributes.size() < text.size() && attributes.contains("target"))
      add_declared(text, names);
    return names.contains(name);
  });
}

namespace {

std::string name_before(std::string_view text) {
  const std::string_view name = first_word(text);
  return trim_left(text.substr(name.size())).starts_with(':') ? std::string(name) : "";
}

// Behind "goto" or "go to"; empty: it is no jump.
std::string_view behind_goto(std::string_view text) {
  if (first_word(text) == "go" && first_word(behind_word(text)) == "to") return behind_word(behind_word(text));
  const std::string_view word = first_word(text);
  const bool joined = word.starts_with("goto") && (word.size() == 4 || !label_of(word.substr(4)).empty()); // "goto10"
  return joined ? trim_left(text.substr(4)) : std::string_view();
}

// Of "10", "(10, 20), k", "10, 20, 30"; empty: they are something else.
std::vector<std::string> jump_labels(std::string_view list) {
  if (list.starts_with('(')) list = list.substr(1, list.find(')') - 1);
  std::vector<std::string> labels;
  for (const std::string_view item : split_list(list)) {
    if (label_of(item).empty() || !without_label(item).empty()) return {};
    labels.emplace_back(label_of(item));
  }
  return labels;
}

std::vector<std::string> list_of(const std::set<std::string>& names) { return {names.begin(), names.end()}; }

std::vector<std::string> fixed_parts(const Names& names) {
  std::set<std::string> fixed;
  auto varies = [&](const std::string& word) { return names.indices.contains(word) || names.assigned.contains(word); };
  for (const auto& [name, words] : names.parts)
    if (!std::ranges::any_of(words, varies)) fixed.insert(name);
  return list_of(fixed);
}

// The loop of another statement, before this one, ends at the same statement.
bool shares_label(const std::vector<std::string_view>& lines, size_t line, std::string_view label) {
  while (line-- > 0) {
    const std::string text = plain_statement(lines[line]);
    if (label_of(text) == label) return false; // a procedure has a label once, and this loop's is behind it
    if (begins_do(without_label(text)) && end_label(without_label(text)) == label) return true;
  }
  return false;
}

class LoopReader {
public:
  LoopReader(const std::vector<std::string_view>& lines, bool fixed) : lines_(lines), fixed_(fixed) {}
  Result<FortranLoop> read(size_t line);

private:
  struct Open {
    std::string name, label; // label: of its last statement; "": it ends with `end do`
  };
  std::string code_of(size_t line) const;
  bool begin(size_t line);
  void add_line(size_t line);
  void add_statement(std::string_view text, size_t line);
  void add_effect(std::string_view text, size_t line);
  void close_labelled(std::string_view label, std::string_view text);
  void finish(size_t line);
  bool is_read() const { return begun_ && open_.empty(); }
  void refuse(std::string why) {
    if (loop_.refused.empty()) loop_.refused = std::move(why);
  }
  const std::vector<std::string_view>& lines_;
  const bool fixed_;
  FortranLoop loop_;
  Names names_;
  std::vector<Open> open_; // this loop first, and those in it
  std::set<std::string> labels_;
  std::vector<std::pair<std::string, size_t>> jumps_; // to labels, with their lines
  bool begun_ = false;
  bool continued_ = false; // the statement before goes on in this line
};

// A line, without what fixed form takes for a comment, and "&" before what continues the line before it.
std::string LoopReader::code_of(size_t line) const {
  const std::string_view text = lines_[line];
  if (!fixed_ || text.empty()) return plain_statement(text);
  if (std::string_view("cC*").contains(text[0])) return "";
  constexpr size_t kContinues = 5;
  const bool goes_on = text.size() > kContinues && text.substr(0, kContinues + 1).find_first_not_of(' ') == kContinues;
  if (!goes_on || text[kContinues] == '0' || text[kContinues] == '!' || text[kContinues] == '\t')
    return plain_statement(text);
  return "&" + plain_statement(text.substr(kContinues + 1));
}

bool LoopReader::begin(size_t line) {
  if (line >= lines_.size()) return false;
  const std::string text = code_of(line);
  const std::string_view head = without_label(text);
  if (!begins_do(head)) return false;
  loop_.first = line;
  loop_.index = index_of(head);
  if (head.size() < text.size()) refuse("a label stands before it, and a jump there would lead into the directive");
  if (first_word(head_of_do(head)) == "concurrent") {
    add_indices(head, names_.declared);
    refuse("do concurrent takes no directive: compile with -fdo-concurrent-to-openmp=host, or write a do loop");
  }
  if (const std::string_view label = end_label(head); !label.empty() && shares_label(lines_, line, label))
    refuse(fmt::format("it shares the label {} with a loop around it: end each with a statement of its own", label));
  return true;
}

// What a statement does to the loop around it.
void LoopReader::add_effect(std::string_view text, size_t line) {
  constexpr std::string_view kOutputs[] = {"print", "write", "read", "open", "close", "rewind", "inquire"};
  const std::string_view all = text;
  text = behind_condition(text);
  const std::string word(first_word(text));
  const std::string_view rest = trim_left(text.substr(word.size()));
  if (rest.starts_with('=')) return; // a variable of that name
  const std::string_view target_list = behind_goto(text);
  const bool arithmetic = text.size() < all.size() && !label_of(text).empty(); // "if (x) 10, 20, 30"
  const auto targets = arithmetic ? jump_labels(text) : jump_labels(target_list);
  for (const std::string& label : targets) jumps_.emplace_back(label, line);
  if (!target_list.empty() && targets.empty()) loop_.leaves.emplace_back("goto", line);
  if (word == "return" || word == "stop" || (word == "error" && first_word(rest) == "stop"))
    loop_.leaves.emplace_back(word, line);
  if (std::ranges::find(kOutputs, word) != std::end(kOutputs)) loop_.outputs.emplace_back(word, line);
  if (word != "exit" && word != "cycle") return;
  const std::string target(first_word(rest));
  auto at = target.empty() ? open_.end() - 1 : std::ranges::find(open_, target, &Open::name);
  const bool own = at == open_.begin(), elsewhere = at == open_.end();
  if (elsewhere || (own && word == "exit")) loop_.leaves.emplace_back("break", line);
}

// Of the statement with this label: loops that end with it.
void LoopReader::close_labelled(std::string_view label, std::string_view text) {
  size_t closed = 0;
  for (; !open_.empty() && open_.back().label == label; ++closed) open_.pop_back();
  if (closed == 0 || !open_.empty()) return;
  if (closed > 1)
    refuse(fmt::format("it shares the label {} with a loop in it: end each with a statement of its own", label));
  else if (text != "continue" && !ends_do(text))
    refuse(fmt::format("its last statement does more than to end it: end it with {} continue", label));
}

void LoopReader::add_statement(std::string_view text, size_t line) {
  const std::string_view label = continued_ ? "" : label_of(text);
  if (!label.empty()) text = without_label(text);
  if (!label.empty()) labels_.emplace(label);
  add_indices(text, names_.indices);
  if (begins_do(text)) {
    begun_ = true;
    open_.push_back({name_before(text), std::string(end_label(text))});
  } else if (ends_do(text) && open_.back().label.empty()) {
    open_.pop_back();
  } else {
    add_assigned(text, names_);
    add_declared(text, names_.declared);
    add_associated(text, names_.declared);
    add_effect(text, line);
  }
  if (!label.empty()) close_labelled(label, text);
}

void LoopReader::add_line(size_t line) {
  const std::string text = code_of(line);
  if (text.empty()) return;
  continued_ |= text[0] == '&';
  add_words(text, names_.words);
  for (std::string_view rest = text; !rest.empty(); continued_ = false) {
    if (is_read()) return refuse("other statements stand behind it on its last line");
    const std::string_view one = rest.substr(0, rest.find(';'));
    if (!trim_left(one).empty()) add_statement(trim_left(one), line);
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
  }
  continued_ = text.ends_with('&');
}

void LoopReader::finish(size_t line) {
  loop_.last = line;
  loop_.assigned = list_of(names_.assigned);
  loop_.elements = list_of(names_.elements);
  loop_.fixed = fixed_parts(names_);
  loop_.declared = list_of(names_.declared);
  loop_.indices = list_of(names_.indices);
  loop_.words = list_of(names_.words);
  for (const auto& [label, at] : jumps_)
    if (!labels_.contains(label)) loop_.leaves.emplace_back("goto", at);
  std::ranges::stable_sort(loop_.leaves, {}, &std::pair<std::string, size_t>::second);
}

Result<FortranLoop> LoopReader::read(size_t line) {
  if (!begin(line))
    return fail("there is no do statement at its line: another makes the loop, or the source has changed");
  for (size_t at = line; at < lines_.size(); ++at) {
    add_line(at);
    if (!is_read()) continue;
    finish(at);
    return std::move(loop_);
  }
  return fail("its end do was not found");
}

} // namespace

bool is_fixed_form(std::string_view path) {
  constexpr std::string_view kEndings[] = {".f", ".F", ".for", ".FOR"};
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return path.ends_with(ending); });
}

Result<FortranLoop> read_fortran_loop(const std::vector<std::string_view>& lines, size_t line, bool fixed) {
  return LoopReader(lines, fixed).read(line);
}

static bool begins_procedure(std::string_view text) {
  const size_t open = text.find('(');
  std::set<std::string> words;
  add_words(text.substr(0, open), words);
  return words.contains("subroutine") || words.contains("function") || words.contains("program");
}

static bool ends_scope(std::string_view text) { // of a procedure, an interface, a type, a block
  const std::string_view word = first_word(text), rest = trim_left(text.substr(word.size()));
  if (!word.starts_with("end") || rest.starts_with('=')) return false;
  const std::string what = std::string(word.substr(3)) + std::string(first_word(rest));
  constexpr std::string_view kInside[] = {"do", "if", "select", "where", "forall", "associate"};
  auto is_inside = [&](std::string_view inside) { return what.starts_with(inside); };
  return !std::ranges::any_of(kInside, is_inside);
}

// The procedure around has procedures in it, which know its variables, or its end was not found.
static bool has_inner_procedures(const std::vector<std::string_view>& lines, size_t line) {
  for (; line < lines.size(); ++line) {
    const std::string text = plain_statement(lines[line]);
    if (text == "contains") return true;
    if (first_word(text) != "end" && !text.starts_with("endsub") && !text.starts_with("endfunc")) continue;
    const std::string_view what = behind_word(text);
    if (what.empty() || what.starts_with("subroutine") || what.starts_with("function") || what.starts_with("program"))
      return false;
  }
  return true;
}

// A scalar of the procedure in which the line stands, which other procedures reach only as an argument that they get
// from it: without an attribute that lets a pointer lead to it, and no argument or result itself. Else not sure.
static bool is_own_scalar(const std::string& name, const std::vector<std::string_view>& lines, size_t line) {
  constexpr std::string_view kOthers[] = {"common",    "equivalence", "save",     "target",   "pointer",
                                          "namelist",  "entry",       "volatile", "contains", "block",
                                          "interface", "module",      "include"};
  if (has_inner_procedures(lines, line)) return false;
  bool found = false, goes_on = false;
  for (size_t at = line; at-- > 0;) {
    const std::string text = plain_statement(lines[at]);
    if (text.empty()) continue;
    if (text[0] == '#' || text.contains(';') || ends_scope(without_label(text))) return false;
    if (std::ranges::find(kOthers, first_word(without_name(text))) != std::end(kOthers)) return false;
    if (begins_procedure(text) && !text.contains("::")) {
      std::set<std::string> words;
      add_words(text, words);
      return found && !goes_on && !text.contains('&') && !words.contains(name);
    }
    goes_on = text.starts_with('&');
    std::set<std::string> names;
    add_declared(text, names);
    if (!names.contains(name)) continue;
    std::string_view attributes = std::string_view(text).substr(0, text.find("::"));
    if (attributes.contains(',') || found || text.contains("=>")) return false;
    for (const std::string_view behind : {"(", " (", "=", " =", "*", " *"}) // an array, or keeps its value
      if (text.contains(name + std::string(behind))) return false;
    found = !attributes.starts_with("type") && !attributes.starts_with("class");
    if (!found) return false;
  }
  return false;
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
    else if (is_own_scalar(name, lines, read.first))
      add(name, VariableShape::scalar, Scope::local), facts.variables.back().address = true;
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

// The first line of the statement that has this line.
static size_t begin_of_statement(const std::vector<std::string_view>& lines, size_t line) {
  size_t begin = line;
  while (line-- > 0) {
    const std::string text = plain_statement(lines[line]);
    if (!text.empty() && !text.ends_with('&')) break;
    if (!text.empty()) begin = line;
  }
  return begin;
}

// The loop may be one that goes back to a label.
static bool jumps_back(const std::vector<std::string_view>& lines, size_t line) {
  std::set<std::string, std::less<>> labels;
  for (size_t at = 0; at < lines.size(); ++at) {
    const std::string text = plain_statement(lines[at]);
    if (at <= line) labels.emplace(label_of(text));
    if (at < line) continue;
    const std::string_view statement = behind_condition(without_label(text));
    const std::string_view targets = behind_goto(statement);
    for (const std::string& label : jump_labels(targets.empty() ? statement : targets))
      if (labels.contains(label)) return true;
  }
  return false;
}

// What the statement at a loop's line is, if no do statement is there; "": not known.
static std::string array_statement(const std::vector<std::string_view>& lines, size_t line) {
  if (line >= lines.size() || jumps_back(lines, line)) return "";
  const std::string all = plain_statement(lines[begin_of_statement(lines, line)]);
  const std::string_view text = behind_condition(without_label(all));
  if (text.empty() || begins_do(text) || ends_do(text) || text.contains("::")) return "";
  const std::string_view word = first_word(text);
  if (word == "where" || word == "elsewhere") return "where";
  if (word == "forall") return "forall";
  const std::string_view behind = behind_parts(behind_word(text));
  if (!word.empty() && behind.starts_with('=') && !behind.starts_with("==")) return "an array assignment";
  constexpr std::string_view kOthers[] = {"call", "print", "write", "if", "allocate", "return", "select", "stop"};
  return std::ranges::find(kOthers, word) != std::end(kOthers) ? "an expression of arrays" : "";
}

// The compiler makes a loop of its own, whose index and sum have names that the source does not know.
static void add_array_facts(LoopFacts& facts, const std::vector<std::string_view>& lines, size_t line) {
  const std::string what = array_statement(lines, line);
  if (what.empty()) return;
  facts.no_directive = what + " has no do statement: write the loop, or put it in !$omp parallel workshare";
  if (what.starts_with("an expression")) facts.no_directive = what + " has no do statement: write the loop";
  std::erase_if(facts.scalars, [](const FactScalar& scalar) { return scalar.kind == ScalarKind::induction; });
  for (FactScalar& scalar : facts.scalars) {
    if (scalar.name.starts_with('.')) scalar.name.clear();
    if (scalar.name.empty() && scalar.kind == ScalarKind::reduction) scalar.name = "the result";
  }
}

void add_fortran_facts(SourceLoops& loops, uint32_t index, const SourceLines& text) {
  const SourceLoop& loop = loops[index];
  LoopFacts& facts = loops.facts(index);
  if (!facts.fortran() || loop.at.line == 0) return;
  const bool fixed = is_fixed_form(loops.trace().text(loop.file));
  auto read = read_fortran_loop(text.lines, loop.at.line - 1, fixed);
  if (!read) return add_array_facts(facts, text.lines, loop.at.line - 1);
  facts.no_directive = read->refused;
  auto is_own_index = [&](const FactScalar& scalar) { // of do concurrent
    return scalar.kind == ScalarKind::induction && std::ranges::binary_search(read->declared, scalar.name);
  };
  std::erase_if(facts.scalars, is_own_index);
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
