// What the compiler knows about a loop, parsed from the column `facts` of the table `loops`; docs/design/discovery.md
// lists the keys. A key that is missing or of another type leaves its default: a fact that is not there is not known,
// and readers must then assume the worst.
#pragma once
#include "discover/source_facts.h"
#include <optional>
#include <string_view>
#include <vector>

namespace unply {

enum class ScalarKind : uint8_t { induction, reduction, recurrence, carried };

// A value that one iteration hands to the next in a register.
struct FactScalar {
  std::string name, op; // op: "" unless a reduction
  ScalarKind kind = ScalarKind::carried;
  SourceSpot at;
  bool live_out = false, first = false;
  bool place = false;            // of a minimum or maximum, which is compared by what stands there
  bool callers = false;          // the name is one of a function further out, not of the statement
  std::vector<std::string> with; // variables that go along with a conditional minimum or maximum
};

struct FactExit {
  std::string kind; // break, return, goto, throw
  SourceSpot at;
};

struct FactCall {
  std::string name, callee; // callee: qualified, "" if not known
  SourceSpot at;
  bool pure = false; // or const: its result is all that it does
};

// Accesses of one variable that an invariant of the loop keeps apart: independent while the condition holds.
struct FactGuard {
  std::string variable, condition; // condition: as source text, "k >= n"; "" if it cannot be written
};

struct LoopFacts {
  bool known = false; // there was a JSON object
  std::string language, form, index, not_canonical;
  std::string openmp;                          // name of the directive that the loop belongs to already
  std::string no_directive;                    // of Fortran: why its text can have none; "": it can
  bool is_branch = false;                      // the body of another statement, without braces
  SourceSpot begin, end, body_begin, body_end; // end: behind the last character
  RecordedText text;
  bool index_outside = false;
  std::optional<bool> canonical;
  std::optional<SourceSpot> inner;
  uint64_t rectangular = 0; // so many loops inside, one the only statement of the other, have bounds without this index
  int64_t step = 0;         // 0: unknown
  bool has_variables = false; // the key was there: `variables` is complete
  std::vector<FactExit> exits;
  std::vector<FactVariable> variables;
  std::vector<FactCall> calls;
  std::vector<FactCall> outputs; // statements of Fortran that read or write
  bool macro_statement = false, attributes = false,
       bound_calls = false; // macro_statement: nothing can be put before it
  bool hints = false;       // pragmas for the loop stand before it, perhaps made by a macro
  bool macro = false, in_template = false, lambda = false;
  std::vector<FactScalar> scalars;
  std::vector<std::string> last;
  std::vector<std::string> callers_set; // set in registers, of a function further out, and not handed on
  // Of Fortran: variables that the loop sets in registers, by the debug information; and those of which that is not
  // sure.
  std::vector<std::string> set, perhaps_set;
  std::vector<FactGuard> guards;
  std::vector<std::string> thread_locals; // that its code uses
  bool error_number_behind = false;       // what it leaves in errno may be read behind it
  bool counted = false;                   // how often it runs is known before it, whatever its form
  bool proven = false, exceptions = false;

  // The variable of this name that is declared outside of the loop, else one declared inside; null: the loop does not
  // name it.
  const FactVariable* find(std::string_view name) const;
  bool contains(SourceSpot spot) const; // false also where the extent is not known
  bool in_head(SourceSpot spot) const { return contains(spot) && spot < body_begin; }
  bool has_extent() const { return begin.line != 0 && end.line != 0; }
  bool fortran() const { return language == "fortran"; }
  bool counts_by_index() const { return canonical == true || (fortran() && !index.empty()); } // nothing else sets it
};

LoopFacts parse_facts(std::string_view json);

} // namespace unply
