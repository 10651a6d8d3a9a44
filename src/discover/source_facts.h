// Places and variables, as facts about loops and about functions tell of them.
#pragma once
#include <compare>
#include <cstdint>
#include <string>

namespace unply {

struct SourceSpot {
  uint32_t line = 0, column = 0; // line 0: unknown
  auto operator<=>(const SourceSpot&) const = default;
};

enum class Scope : uint8_t { unknown, inside, local, parameter, statics, global, member, this_object };
enum class VariableShape : uint8_t { unknown, scalar, array, pointer, reference, object };

struct FactVariable {
  std::string name, type;
  SourceSpot declared;
  Scope scope = Scope::unknown;
  VariableShape shape = VariableShape::unknown;
  uint64_t elements = 0; // of an array; 0: unknown
  std::string first;     // "write": no iteration reads it before it writes it; "read", "unknown"
  bool thread_local_ = false;
  bool read = false, written = false, address = false; // by name in the loop; address: taken, or passed by reference
  std::string elements_first; // as `first`, of an array or pointer of which only elements at constant places are used
  bool used_behind = false;   // of local ones that the loop writes: the function names it behind the loop
  bool aliased = false;       // the loop may also reach it by a pointer, a reference or a lambda that it names
  bool always = false;        // every path of an iteration writes it, or all of those elements that it writes
  bool assigned = false;      // a register that holds it is set in the loop
  bool trivial = false;       // of C++: a private copy needs no constructor
  bool binding = false;       // a structured binding
  bool macro = false;         // a macro names it, by a name that the text does not have there
  bool qualified = false;     // of a namespace or a class: elsewhere its name alone may mean nothing
  std::string irreducible;    // "atomic", or the type that -fopenmp alone cannot reduce; "": it can
};

// The lines of a loop or a function as they were compiled.
struct RecordedText {
  uint32_t first = 0, last = 0; // 0: not known
  uint32_t checksum = 0;
};

} // namespace unply
