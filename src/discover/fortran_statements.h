// The text of Fortran in free form, read statement by statement without a grammar.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

// In lower case, without comment, white space around it removed; what stands in quotes is left out, the quotes are
// apostrophes.
std::string plain_statement(std::string_view line);

struct FortranStatement {
  size_t line = 0; // of its begin, from 0
  std::string text;
};

// All statements of the file, each in one piece and without its label. Nothing if some of them may not be what they
// seem: lines for a preprocessor or for -fopenmp alone, included files, texts over several lines.
std::optional<std::vector<FortranStatement>> fortran_statements(const std::vector<std::string_view>& lines);

std::string_view first_word(std::string_view text);
std::string_view trim_left(std::string_view text);
std::string_view behind_word(std::string_view text); // behind the first one, white space removed
// Behind the parenthesis that closes the one at the begin; empty: there is none.
std::string_view behind_parentheses(std::string_view text);
// The parts between commas that are in no parentheses or brackets, white space before them removed.
std::vector<std::string_view> split_list(std::string_view text);

std::string_view without_name(std::string_view text); // "name: do ..." loses its name
bool begins_do(std::string_view text);
std::string index_of(std::string_view text);           // "i" of "do i = 1, n"; "" without one
std::string_view label_of(std::string_view text);      // "10" of "10 continue"
std::string_view without_label(std::string_view text); // the statement behind it
// Of "do 10, i = 1, n", with or without a name: the label of the loop's last statement, "10", and what follows, "i = 1,
// n".
std::string_view end_label(std::string_view text);
std::string_view head_of_do(std::string_view text);

} // namespace unply
