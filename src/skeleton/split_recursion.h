// A recursive function taken apart into the functions of a divide-and-conquer skeleton.
//
//   front   what runs before the first call of itself: tests that end in a return, which decide the base case (is_base,
//           solve), then the rest (divide)
//   group   the statements from the first call to the last: divide evaluates the arguments of the calls, combine runs
//           the statements with the solutions in the place of the calls
//   rest    what runs after the last call (combine)
//
// What the order of statements decides is checked here and refused where the skeleton would run them in another order
// with another result; what the memory behind pointers decides is known from the recording only. `notes` say what is
// taken for granted.
#pragma once
#include "skeleton/function_source.h"

namespace unply {

struct SkeletonParameter {
  std::string name, type;  // as in the function
  std::string member_type; // in `problem`
  bool by_pointer = false; // a reference, of which the address is kept
  bool by_alias = false;   // an object that belongs to the call: `problem` holds it, the parts use it there
  bool number = false;     // an arithmetic type: a feature of the problem
  uint64_t id = 0;
};

enum class KeptHow : uint8_t { value, object, array, reference };
struct KeptVariable { // of the front, which the rest needs too
  std::string name, type;
  KeptHow how = KeptHow::value;
  uint64_t id = 0;
};

struct SkeletonCall {
  const SyntaxNode* call;
  std::vector<std::string> arguments;
};

struct SkeletonParts {
  std::string function, solution; // its name, and the type that it returns
  bool gives_nothing = false;     // void
  std::vector<SkeletonParameter> parameters;
  std::vector<KeptVariable> kept;
  std::vector<SkeletonCall> calls;
  bool fixed_arity = true;                     // each call is made once: std::array, else std::vector
  std::string is_base, solve, divide, combine; // bodies, without the variables that they begin with
  std::vector<uint64_t> used_is_base, used_solve, used_divide, used_combine; // parameters, kept variables
  std::vector<std::pair<uint32_t, uint32_t>> moved_lines; // run before the first call instead of behind an earlier one
  bool replayed = false; // combine runs the statements of the group again, with their tests
  std::pair<uint32_t, uint32_t> group_lines;
  std::vector<std::string> notes;
};

// function: with linked parents. Fails with the line and the reason where the function has another shape.
Result<SkeletonParts> split_recursion(const SyntaxNode& function, const FunctionSource& source);

} // namespace unply
