// Statements of C and C++ that others take the place of: their text, and the lines that result.
#pragma once
#include "base/result.h"
#include "discover/facts.h"
#include "discover/unified_diff.h"

namespace unply {

class StatementText {
public:
  explicit StatementText(const SourceLines& text) : text_(text) {}
  bool has(SourceSpot begin, SourceSpot end) const;            // both are places in the text
  std::string between(SourceSpot begin, SourceSpot end) const; // lines joined by line ends
  std::string indent_at(SourceSpot spot) const;                // of the line
  // What one level of blocks is indented by, in the function with this body.
  std::string level_of(SourceSpot body, SourceSpot statement) const;

  const SourceLines& source() const { return text_; }

private:
  const SourceLines& text_;
};

struct Replacement {
  SourceSpot begin, end;
  std::vector<std::string> lines; // indented
};

// Fails where two of them share a line. What stands on the lines before and behind a replaced statement gets lines of
// its own.
Result<std::vector<LineEdit>> edits_of(const SourceLines& text, std::vector<Replacement> replacements);

// Lines of a text that may have several, the first of which is indented so; the others keep what they have beyond
// `before`.
void add_lines(std::vector<std::string>& lines, const std::string& text, const std::string& indent,
               const std::string& before);

} // namespace unply
