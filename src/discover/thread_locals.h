// Thread-local variables that a loop or calls reach without naming them: what is set in one thread is not there in
// another one.
#pragma once
#include "discover/source_functions.h"
#include "discover/source_loops.h"
#include <optional>

namespace unply {

struct ThreadLocalUse {
  std::string name;     // without what leads to a part of it; "": not known
  bool address = false; // other code gets the address, so that its accesses are not known
};

// The name under which the profile counts such a use; else nothing.
std::optional<ThreadLocalUse> thread_local_use(std::string_view call);
std::vector<ThreadLocalUse> thread_locals_in(const SourceLoops& loops, uint32_t loop);
std::vector<ThreadLocalUse> thread_locals_in(const SourceFunction& function);

// The dependence hands a value on in the variable.
bool is_flow_through(const SourceLoops& loops, const ThreadLocalUse& use, EdgeKind kind, uint32_t from, uint32_t to);

// Why calls of the function can be no tasks; "": no such variable hinders them.
std::string why_in_one_thread(const SourceLoops& loops, const SourceFunction& function);

} // namespace unply
