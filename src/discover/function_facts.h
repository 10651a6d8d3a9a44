// What the compiler knows about a function whose calls might become tasks, parsed from the column `facts` of the table
// `functions`; docs/design/discovery.md lists the keys. As of loops, a fact that is missing is not known.
#pragma once
#include "discover/facts.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

namespace unply {

struct CallFact {
  std::string name, callee, type;    // callee: qualified; type: of the variable that can keep the result, "" for none
  SourceSpot at, begin, end;         // at: as in debug information; end: behind the last character
  bool always = false;               // evaluated once whenever the statement is executed
  SourceSpot guard_begin, guard_end; // evaluated so if this is true, or with `unless` is not; line 0: no such
  bool unless = false;
  bool whole = false; // the statement, or the value that it stores or returns, is just this call
  std::optional<std::vector<std::string>> names; // of the variables in it; those of the guard too; none: not known
  bool may_name(std::string_view variable) const {
    return !names || std::ranges::find(*names, variable) != names->end();
  }
  bool same_guard(const CallFact& other) const {
    return std::tie(guard_begin, guard_end, unless) == std::tie(other.guard_begin, other.guard_end, other.unless);
  }
};

enum class StatementKind : uint8_t { other, call, assign, declare, returns, branch };

struct StatementFact {
  SourceSpot begin, end;             // the semicolon included
  SourceSpot value_begin, value_end; // what it stores or returns
  StatementKind kind = StatementKind::other;
  bool macro = false, label = false, leaves = false;
  bool no_else = false;                          // of a branch
  std::optional<std::vector<std::string>> tests; // of a branch: the variables that its condition names; none: not known
  bool calls_only = false;                       // code of other functions is executed with it in `calls` alone
  std::string result;                            // variable that gets the value
  std::string type;                              // of a declaration that can be split from its value
  std::vector<std::string> names;                // that it declares
  std::vector<CallFact> calls;
  std::vector<FactVariable> variables;
};

inline constexpr uint32_t kNoBlock = 0xffffffff;

struct BlockFact {
  SourceSpot begin, end;
  bool braces = true, in_loop = false;
  uint32_t around = kNoBlock, statement = 0; // the statement of the block around that holds this one
  std::vector<StatementFact> statements;
};

struct PartFact { // call k, part 2 k + 1
  SourceSpot at;
  bool recursive = false;
  bool loop = false; // an outermost loop in which the function calls itself, in the place of a call
};

struct FunctionFacts {
  RecordedText text; // of the body
  bool known = false;
  std::string language, function; // function: qualified
  SourceSpot begin, end;          // of the body
  SourceSpot declared, name_at;   // line 0: no copy can stand behind it
  bool no_result = false;
  bool in_template = false, lambda = false, macro = false, openmp = false;
  std::vector<std::string> parameters; // "": without a name
  std::vector<std::string> changed;    // those that it writes
  std::vector<BlockFact> blocks;
  std::vector<PartFact> parts;
  std::vector<std::string> sizes; // "n", "hi - lo"
};

// Where a call is.
struct CallPlace {
  uint32_t block = 0;
  uint32_t statement = 0; // of the block
  uint32_t call = 0;      // of the statement's calls
  const StatementFact& statement_in(const FunctionFacts& facts) const {
    return facts.blocks[block].statements[statement];
  }
  const CallFact& call_in(const FunctionFacts& facts) const { return statement_in(facts).calls[call]; }
};

FunctionFacts parse_function_facts(std::string_view json);

} // namespace unply
