// One run of a command, with its outputs, its time, and a time limit.
#pragma once
#include "base/result.h"
#include <functional>
#include <string>
#include <vector>

namespace unply {

struct RunRequest {
  std::vector<std::string> words;
  std::string directory;
  std::vector<std::string> variables; // NAME=value
  std::string input;                  // file for its standard input; "": none
  std::string scratch;                // folder for its outputs
  double limit_s = 0;                 // 0: none
  std::function<bool()> enough;       // asked twice a second while it runs: true ends it; may be empty
};

struct MeasuredRun {
  int status = 0; // 128 + signal
  bool timed_out = false;
  double seconds = 0; // by the clock
  std::string output, errors;
};

// Fails if the command cannot be started. At the limit, or when it is enough, the command and its children are killed.
Result<MeasuredRun> run_measured(const RunRequest& request);

} // namespace unply
