#include "discover/policy_patch.h"
#include "discover/policy.h"
#include "discover/recorded_text.h"
#include "discover/text_words.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace unply {

namespace {

struct Spot { // from 0
  size_t line = 0, column = 0;
};

// Backwards through the text, character by character; line ends are blanks.
class Backwards {
public:
  Backwards(const SourceLines& text, Spot at) : text_(text), at_(at) {}
  std::optional<char> step() {
    while (at_.column == 0) {
      if (at_.line == 0) return std::nullopt;
      at_ = {at_.line - 1, text_.lines[at_.line - 1].size() + 1};
    }
    --at_.column;
    const std::string_view line = text_.lines[at_.line];
    return at_.column == line.size() ? ' ' : line[at_.column];
  }
  std::optional<char> step_over_blanks() {
    auto c = step();
    while (c && (*c == ' ' || *c == '\t')) c = step();
    return c;
  }
  Spot at() const { return at_; }

private:
  const SourceLines& text_;
  Spot at_;
};

struct CallText {
  Spot behind_parenthesis;
  std::string name; // "std::for_each"
  bool result_unused = false;
};

// The call in whose arguments the lambda stands. Text with quotes or comments before it is not understood.
std::optional<CallText> call_around(const SourceLines& text, Spot lambda) {
  Backwards back(text, lambda);
  int depth = 0;
  char behind = ' ';
  for (auto c = back.step(); depth >= 0; c = back.step()) {
    if (!c || *c == '"' || *c == '\'' || (*c == ';' && depth == 0)) return std::nullopt;
    if ((*c == '/' && (behind == '/' || behind == '*')) || (*c == '*' && behind == '/')) return std::nullopt;
    behind = *c;
    if (*c == ')' || *c == ']' || *c == '}') ++depth;
    if (*c == '(' || *c == '[' || *c == '{') --depth;
    if (depth < 0 && *c != '(') return std::nullopt;
    if (depth < 0) break;
  }
  CallText call{.behind_parenthesis = {back.at().line, back.at().column + 1}, .name = {}};
  auto c = back.step_over_blanks();
  for (; c && (is_name_character(*c) || *c == ':'); c = back.step()) call.name.insert(call.name.begin(), *c);
  while (c && (*c == ' ' || *c == '\t')) c = back.step();
  call.result_unused = c && std::string_view(";{})").contains(*c); // behind a ')': of `for`, or `(void)`
  return call;
}

// The library's function, and not one of the user's that has its name and hands on the lambda.
bool calls(const SourceLines& text, const CallText& call, const std::string& algorithm) {
  const bool qualified = call.name.starts_with("std::");
  const std::string name = qualified ? call.name.substr(5) : call.name;
  if (name != algorithm && name != algorithm + "_n") return false;
  return qualified || std::ranges::any_of(text.lines, [&](std::string_view line) {
           return line.contains("using namespace std;") || line.contains("using std::" + name + ";");
         });
}

bool is_lambda(const SourceLines& text, Spot at) {
  return at.line < text.lines.size() && at.column < text.lines[at.line].size() && text.lines[at.line][at.column] == '[';
}

bool includes(std::string_view line, std::string_view header) {
  const size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return false;
  const size_t word = line.find_first_not_of(" \t", hash + 1);
  return word != std::string_view::npos && line.substr(word).starts_with("include") && line.contains(header);
}

} // namespace

std::string called_with(const SourceLines& text, SourceSpot lambda) {
  const Spot at{lambda.line - 1, lambda.column - 1};
  if (!is_lambda(text, at)) return "";
  const auto call = call_around(text, at);
  if (!call) return "";
  return call->name.starts_with("std::") ? call->name.substr(5) : call->name;
}

Result<LoopPatch> make_policy_patch(const SourceLoops& loops, uint32_t loop, const SourceLines& text,
                                    const std::string& path) {
  const SourceLoop& row = loops[loop];
  const auto& lines = text.lines;
  const Spot lambda{row.at.line - 1, row.at.column - 1};
  if (has_changed(row.facts.text, text)) return fail(changed_text(path));
  if (!is_lambda(text, lambda)) return fail("there is no lambda at its place: the source has changed");
  const auto call = call_around(text, lambda);
  if (!call || !calls(text, *call, row.algorithm))
    return fail(fmt::format("the call of std::{} with this lambda is not found in the text", row.algorithm));
  if (row.algorithm == "for_each" && call->name.ends_with("for_each") && !call->result_unused)
    return fail("std::for_each with a policy has no result, and this one may be used");
  const std::string policy = policy_of(loops, loop);
  const Spot at = call->behind_parenthesis;
  std::string changed(lines[at.line]);
  changed.insert(at.column, policy + (at.column == changed.size() ? "," : ", "));
  LoopPatch patch;
  patch.directive.head = policy;
  auto included = std::ranges::find_if(lines, [](std::string_view line) { return includes(line, "<execution>"); });
  if (included == lines.end()) {
    auto first = std::ranges::find_if(lines, [](std::string_view line) { return includes(line, "<"); });
    const size_t before = first == lines.end() ? 0 : static_cast<size_t>(first - lines.begin());
    patch.edits.push_back({before, 0, {"#include <execution>"}});
  }
  patch.edits.push_back({at.line, 1, {changed}});
  patch.diff = unified_diff(path, text, patch.edits);
  return patch;
}

} // namespace unply
