// Runs another program and captures its output. It never uses a shell: arguments may hold spaces and quotes.
#pragma once
#include <string>
#include <vector>

namespace unply {

struct FinishedProcess {
  int exit_code = -1; // 128 + signal when a signal ended it; 127: not found, 126: cannot be executed
  std::string output; // standard output and standard error as they came
  bool ok() const { return exit_code == 0; }
};

// words[0] is looked up in PATH. `variables` ("NAME=value") are added to the environment of this process.
FinishedProcess run_program(const std::vector<std::string>& words, const std::vector<std::string>& variables = {});

// Of a child: turns it into that program, or ends it with 127 or 126.
[[noreturn]] void become_program(const std::vector<std::string>& words, const std::vector<std::string>& variables);

} // namespace unply
