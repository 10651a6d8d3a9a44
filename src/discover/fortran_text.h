// What a directive needs of a Fortran loop and only its text tells: where it ends, and which scalars it assigns to.
#pragma once
#include "base/result.h"
#include "discover/source_loops.h"
#include "discover/unified_diff.h"
#include <string_view>
#include <vector>

namespace unply {

struct FortranLoop {
  size_t first = 0, last = 0;                          // lines of `do` and of its end, from 0
  std::string index;                                   // in lower case; "": do while, do concurrent, do
  std::vector<std::string> assigned;                   // scalars, in lower case, each once, ascending
  std::vector<std::string> elements;                   // arrays of which elements or sections are, likewise
  std::vector<std::string> fixed;                      // elements or components at one place are, likewise
  std::vector<std::string> declared;                   // in a block, by associate or do concurrent, likewise
  std::vector<std::string> indices;                    // of this loop and of those in it, likewise
  std::vector<std::string> words;                      // all of its text, likewise
  std::vector<std::pair<std::string, size_t>> leaves;  // statements that leave this loop, with their lines
  std::vector<std::pair<std::string, size_t>> outputs; // statements that read or write
  std::string refused;                                 // why it can have no directive; "": it can
};

bool is_fixed_form(std::string_view path);

// line: of the word `do`, from 0.
Result<FortranLoop> read_fortran_loop(const std::vector<std::string_view>& lines, size_t line, bool fixed = false);

// A pointer may lead to the variable (`target`), or it shares its memory with another one (`equivalence`): a private
// copy would not be what that name reaches. Of any procedure of the file. name: in lower case.
bool may_have_second_name(const std::string& name, const std::vector<std::string_view>& lines);

// Adds what the text tells to facts of Fortran loops, which have none of a syntax tree: the extent, the variables that
// are assigned to, exits, input and output. Of what is in memory only those that the file itself declares, and not as
// pointers: a clause makes copies of what it names. Loops whose text is not understood keep what they have. text: of
// the loop's file.
void add_fortran_facts(SourceLoops& loops, uint32_t loop, const SourceLines& text);

} // namespace unply
