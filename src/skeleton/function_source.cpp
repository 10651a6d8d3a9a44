#include "skeleton/function_source.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

uint32_t FunctionSource::line(size_t place) const {
  auto end = text_.begin() + static_cast<ptrdiff_t>(std::min(place, text_.size()));
  return 1 + static_cast<uint32_t>(std::count(text_.begin(), end, '\n'));
}

std::string FunctionSource::place(const SyntaxNode& node) const {
  size_t slash = name_.rfind('/');
  return fmt::format("{}:{}", slash == std::string::npos ? name_ : name_.substr(slash + 1), line(node.begin));
}

std::string FunctionSource::cut(size_t begin, size_t end, std::vector<TextEdit> edits) const {
  std::erase_if(edits, [&](const TextEdit& edit) { return edit.begin < begin || edit.end > end; });
  std::ranges::sort(edits, {}, &TextEdit::begin);
  std::string out;
  for (const TextEdit& edit : edits) {
    if (edit.begin < begin) continue; // inside an earlier one
    out.append(text_, begin, edit.begin - begin).append(edit.text);
    begin = edit.end;
  }
  return out.append(text_, begin, end - begin);
}

std::string FunctionSource::lines(size_t begin, size_t end, size_t indent, std::vector<TextEdit> edits) const {
  std::string text = cut(begin, end, std::move(edits));
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  if (text.empty()) return "";
  size_t line_begin = begin == 0 ? 0 : text_.rfind('\n', begin - 1) + 1;
  size_t column = text_.find_first_not_of(" \t", line_begin) - line_begin;
  bool keep = text.find("R\"") != std::string::npos; // a raw string holds its white space
  std::string out(indent, ' ');
  for (size_t at = 0; at < text.size();) {
    size_t next = std::min(text.find('\n', at), text.size());
    out.append(text, at, next - at);
    at = next + 1;
    if (next == text.size()) break;
    out += '\n';
    size_t blank = std::min(text.find_first_not_of(" \t", at), text.size());
    if (keep || text[std::min(blank, text.size() - 1)] == '\n') continue;
    out.append(indent, ' ');
    at = std::min(blank, at + column);
  }
  return out + "\n";
}

size_t FunctionSource::end_of(const SyntaxNode& node) const {
  size_t end = node.end;
  if (!node.in_macro || end == kNoPlace) return end;
  size_t open = text_.find_first_not_of(" \t", end);
  if (open == std::string::npos || text_[open] != '(') return end;
  int depth = 0;
  for (size_t at = open; at < text_.size(); ++at) {
    depth += (text_[at] == '(') - (text_[at] == ')');
    if (depth == 0) return at + 1;
  }
  return end;
}

size_t FunctionSource::behind_semicolon(size_t place) const {
  size_t at = text_.find_first_not_of(" \t\r\n", place);
  return at != std::string::npos && text_[at] == ';' ? at + 1 : place;
}

std::vector<Statement> FunctionSource::statements(const SyntaxNode& node) const {
  std::vector<Statement> list;
  if (!node.is("CompoundStmt")) {
    list.push_back({&node, node.begin, behind_semicolon(end_of(node))});
    return list;
  }
  for (const SyntaxNode& child : node.inner) {
    if (!list.empty()) list.back().end = child.begin;
    list.push_back({&child, child.begin, node.end - 1});
  }
  return list;
}

} // namespace unply
