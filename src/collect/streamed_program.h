// Runs a program that takes long and takes its output line by line. It has a process group of its own, so that all
// that it starts ends with it when this process is told to stop.
#pragma once
#include "base/result.h"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

struct StreamedEnd {
  int exit_code = 0; // 128 + signal when a signal ended it
  int signal = 0;    // the signal that asked this process to stop, or 0
};

enum class Stream : uint8_t { output, error };
using LineTaker = std::function<void(Stream stream, std::string_view line)>;

// words[0] is a path. Standard input is empty. Interrupts (Ctrl-C) and requests to end are passed on; whoever has not
// ended ten seconds later is killed. `variables` ("NAME=value") are added to the environment.
Result<StreamedEnd> run_streamed(const std::vector<std::string>& words, const std::vector<std::string>& variables,
                                 const LineTaker& take);

} // namespace unply
