// The text of a source file, cut by the places of a syntax tree.
#pragma once
#include "skeleton/syntax_tree.h"
#include <string>
#include <vector>

namespace unply {

struct TextEdit { // the text from begin to end becomes another
  size_t begin, end;
  std::string text;
};

// A statement of a list with all its text up to the next one: semicolon and comments included.
struct Statement {
  const SyntaxNode* node;
  size_t begin, end;
};

class FunctionSource {
public:
  explicit FunctionSource(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  uint32_t line(size_t place) const;
  std::string place(const SyntaxNode& node) const; // "sort.cpp:12"
  std::string cut(size_t begin, size_t end, std::vector<TextEdit> edits = {}) const;
  std::string cut(const SyntaxNode& node) const { return cut(node.begin, end_of(node)); }
  // As lines with this indentation, whatever it was in the file.
  std::string lines(size_t begin, size_t end, size_t indent, std::vector<TextEdit> edits = {}) const;
  // The end of a node's text; where a macro with arguments ends it, behind them.
  size_t end_of(const SyntaxNode& node) const;
  // Behind the semicolon that follows, if one does.
  size_t behind_semicolon(size_t place) const;
  // The statements of a block, or the one statement that it is.
  std::vector<Statement> statements(const SyntaxNode& node) const;

private:
  std::string name_, text_;
};

} // namespace unply
