// Selects the parts of the recorder for a command line: the core is always loaded, the parts for oneTBB and MPI only
// into programs that are linked with these libraries, directly or through others.
#pragma once
#include <string>
#include <vector>

namespace unply {

struct FrontEnds {
  bool tbb = false, mpi = false;
  bool starts_ranks = false;  // mpirun and the like: only the processes that they number are the user's
  bool own_variables = false; // the command hands on variables itself (-x), which Open MPI does not mix with a list
};
// program: the file that words[0] names.
FrontEnds front_ends_of(const std::string& program, const std::vector<std::string>& words);

// The first use of the kernel's context switch events in the whole system takes 15 ms, and it stops for good some time
// after the last. Keeps it going while this process lives, so that the recorded program does not see it.
void keep_switch_events();

} // namespace unply
