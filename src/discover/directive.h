// The OpenMP directive of a loop, from its verdict and the variables that its statement names.
#pragma once
#include "discover/verdict.h"
#include <optional>

namespace unply {

struct Directive {
  std::string head;                 // "#pragma omp parallel for", "!$omp parallel do"
  std::vector<std::string> clauses; // "private(t, u)"
  std::string end;                  // of Fortran: the directive behind the loop
  bool waits = false;               // iterations wait for earlier ones, by directives in the body
  std::string one_line() const;
};

std::string operator_text(const std::string& op, bool fortran); // as a reduction clause has it
// Indented, and broken between clauses where it is long.
std::vector<std::string> directive_lines(const Directive& directive, const std::string& indent, bool fortran);

// Of C and C++. statement: the text of the loop.
Directive make_directive(const SourceLoop& loop, const LoopVerdict& verdict, std::string_view statement);
// A clause can name it where the text is: no variable that only a longer name reaches there, as ns::x, object.x, or a
// macro may have. Thread-local ones need no clause, and can have none.
bool can_be_listed(const FactVariable& variable, std::string_view text);
// variables: all that the loop names, as fortran_loop_variables() has them.
Directive make_fortran_directive(const SourceLoop& loop, const LoopVerdict& verdict,
                                 std::optional<std::vector<std::string>> variables);
// The clauses alone, as a report shows them: "private(t, tmp[])  reduction(+: err)"; "" for none.
std::string clauses_text(const Clauses& clauses);
// Why the loop cannot have a directive, or an algorithm a policy, as it stands; "" if it can.
std::string why_no_directive(const SourceLoop& loop, const LoopVerdict& verdict);

} // namespace unply
