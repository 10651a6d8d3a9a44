// Runs the user's program exactly as the shell would have: same descriptors, directory, process group, signal mask and
// dispositions; and passes on to it what signals are meant for it.
#pragma once
#include "base/result.h"
#include <csignal>
#include <string>
#include <vector>

namespace unply {

struct StartError {
  int exit_code; // 126 or 127, as shells have it
  Error error;
};

// The path of the program that a shell would start for this word.
std::expected<std::string, StartError> locate_program(const std::string& word);

// From construction on this process takes no signals but through wait(); the program gets the state from before.
class ChildProgram {
public:
  ChildProgram();
  // environment: NAME=value to add. Fails when the program could not be executed.
  std::expected<void, StartError> start(const std::string& path, const std::vector<std::string>& words,
                                        const std::vector<std::string>& environment);
  bool wait(int timeout_ms); // true when the program has ended; passes signals on meanwhile
  int pid() const { return pid_; }
  int exit_signal() const;
  int exit_status() const;
  [[noreturn]] void die_like_it() const; // by the signal that it died of

private:
  void run_in_child(const char* path, char* const* argv, char* const* envp, int report);
  void take_signal(const siginfo_t& info);
  sigset_t watched_, mask_before_;
  struct sigaction child_before_, pipe_before_, size_before_;
  int pid_ = 0, status_ = 0;
  bool ended_ = false;
};

} // namespace unply
