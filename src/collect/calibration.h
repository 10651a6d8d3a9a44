// Measures the costs that `unply machine --calibrate` saves. They are the costs of an OpenMP runtime, because a
// parallel program would pay them: a small program is compiled with the first compiler here that builds OpenMP, and
// run.
#pragma once
#include "sim/machine_file.h"

namespace unply {

// Processors that were free: `threads` times the time of one spinning thread over the time of that many at once
// (median of five rounds, about 40 ms each). Equal to `threads` on an idle machine that has them.
double free_processors(unsigned threads);

struct CalibrationOptions {
  unsigned threads = 2; // of the team; at least 2
  unsigned repeats = 31;
};

Result<MachineFile> calibrate(const CalibrationOptions& options);

// The measured program, and the evaluation of its output: lines "NAME NS", one or more for each repeat. Fails if a name
// is unknown or missing, apart from fork_thread, which a team of two cannot tell.
extern const char* const kCalibrationKernels; // its first part
extern const char* const kCalibrationProgram;
Result<void> take_measurements(MachineFile& file, const std::string& output);

} // namespace unply
