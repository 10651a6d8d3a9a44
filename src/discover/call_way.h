// By which calls an iteration comes to the function in which an access is. The profile keeps no stack of calls: this is
// the shortest way that the calls in the source allow, of those in loops and in functions whose calls might become
// tasks.
#pragma once
#include "discover/source_functions.h"
#include "discover/source_loops.h"

namespace unply {

struct CallStep {
  std::string callee; // "Stack::push"
  StringId file{};    // in which it is called
  uint32_t line = 0;
};

// The first one is in the loop, the last one leads to the function; empty: no way is known.
std::vector<CallStep> calls_to(const SourceLoops& loops, const std::vector<SourceFunction>& functions, uint32_t loop,
                               std::string_view function);

} // namespace unply
