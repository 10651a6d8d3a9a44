#include "discover/statement_text.h"
#include "discover/text_words.h"
#include <algorithm>

namespace unply {

bool StatementText::has(SourceSpot begin, SourceSpot end) const {
  auto is_place = [&](SourceSpot at) {
    return at.line != 0 && at.column != 0 && at.line <= text_.lines.size() &&
           at.column - 1 <= text_.lines[at.line - 1].size();
  };
  return is_place(begin) && is_place(end) && begin < end;
}

std::string StatementText::between(SourceSpot begin, SourceSpot end) const {
  if (begin.line == end.line)
    return std::string(text_.lines[begin.line - 1].substr(begin.column - 1, end.column - begin.column));
  std::string text(text_.lines[begin.line - 1].substr(begin.column - 1));
  for (uint32_t line = begin.line + 1; line < end.line; ++line) text.append("\n").append(text_.lines[line - 1]);
  return text.append("\n").append(text_.lines[end.line - 1].substr(0, end.column - 1));
}

std::string StatementText::indent_at(SourceSpot spot) const {
  return std::string(indent_of(text_.lines[spot.line - 1]));
}

std::string StatementText::level_of(SourceSpot body, SourceSpot statement) const {
  const std::string outer = indent_at(body), inner = indent_at(statement);
  if (inner.size() > outer.size() && inner.starts_with(outer)) return inner.substr(outer.size());
  return "  ";
}

Result<std::vector<LineEdit>> edits_of(const SourceLines& text, std::vector<Replacement> replacements) {
  std::ranges::sort(replacements, {}, &Replacement::begin);
  std::vector<LineEdit> edits;
  size_t next = 0;
  for (Replacement& replacement : replacements) {
    const size_t first = replacement.begin.line - 1, last = replacement.end.line - 1;
    if (first < next) return fail("two of the statements are on one line: put them on lines of their own");
    next = last + 1;
    const std::string_view before = text.lines[first].substr(0, replacement.begin.column - 1),
                           behind = without_margins(text.lines[last].substr(replacement.end.column - 1));
    LineEdit edit{first, last + 1 - first, {}};
    if (const std::string_view kept = without_margins(before); !kept.empty())
      edit.lines.emplace_back(std::string(indent_of(before)).append(kept));
    edit.lines.insert(edit.lines.end(), replacement.lines.begin(), replacement.lines.end());
    if (!behind.empty()) edit.lines.push_back(std::string(indent_of(text.lines[first])).append(behind));
    if (text.lines[first].ends_with('\r'))
      for (std::string& line : edit.lines) line += '\r';
    edits.push_back(std::move(edit));
  }
  return edits;
}

void add_lines(std::vector<std::string>& lines, const std::string& text, const std::string& indent,
               const std::string& before) {
  std::string_view rest = text;
  bool first = true;
  while (first || !rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!first && line.starts_with(before)) line.remove_prefix(before.size());
    lines.push_back(line.empty() ? "" : indent + std::string(line));
    first = false;
  }
}

} // namespace unply
