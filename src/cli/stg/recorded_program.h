// A run of a task graph's program, recorded as unply record does, and what the graph's verbs need of it.
#pragma once
#include "stg/agreement/recorded_run.h"

namespace unply {

struct ProgramRun {
  stg::RecordedRun run;
  stg::Bindings bindings; // with the run's ranks and the arguments of the program
};

// at: words of --at. trace: a recording; where it is empty, the command `words` is run and recorded. record:
// cmd_record, which is a part of the program and not of this library. Errors: a program whose calls are not recorded, a
// run that fails, values that the run contradicts. with_timers: those of the program run as well.
Result<ProgramRun> run_of_program(const stg::Program& program, const std::vector<std::string>& at,
                                  const std::string& trace, const std::vector<std::string>& words,
                                  int (*record)(int argc, char** argv), bool with_timers = false);

} // namespace unply
