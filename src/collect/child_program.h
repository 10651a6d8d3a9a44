// Runs the user's program exactly as the shell would have: same descriptors, directory, process group, signal mask and
// dispositions; and forwards signals meant for it.
#pragma once
#include "base/result.h"
#include <csignal>
#include <string>
#include <vector>

namespace unply {

// The end of a program: its status as a shell shows it, and the signal that killed it, or 0.
struct ProgramEnd {
  int status = 0, signal = 0;
};

// Ends this process by the signal that a program died of, so that a shell sees the same. Nothing is released after it:
// who calls it has no files or folders left to remove.
[[noreturn]] void die_by_signal(int signal);

struct StartError {
  int exit_code; // 126 or 127, as shells have it
  Error error;
};

// The path of the program that a shell would start for this word.
std::expected<std::string, StartError> locate_program(const std::string& word);

// Until it is destroyed this process takes no signals but through wait(); the program gets the state from before.
// Processes that outlive their parents become children of this one, so that wait() sees them end.
class ChildProgram {
public:
  ChildProgram();
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  // environment: NAME=value to add. Fails when the program could not be executed.
  std::expected<void, StartError> start(const std::string& path, const std::vector<std::string>& words,
                                        const std::vector<std::string>& environment);
  bool wait(int timeout_ms); // true when the program has ended; passes signals on meanwhile
  ProgramEnd end() const;
  // Once the program has ended: whether it left processes that still run (collect/left_behind.h says which), how many
  // of those have ended since, and whether a signal such as Ctrl-C asked this process to wait for them no longer.
  bool left_some() const { return left_some_; }
  uint64_t reaped() const { return reaped_; }
  bool asked_to_stop() const { return asked_to_stop_; }

private:
  void run_in_child(const char* path, char* const* argv, char* const* envp, int report);
  void restore_signals() const;
  void take_signal(const siginfo_t& info);
  void reap();
  sigset_t watched_, mask_before_;
  struct sigaction child_before_, pipe_before_, size_before_;
  int pid_ = 0, status_ = 0;
  uint64_t reaped_ = 0;
  bool ended_ = false, left_some_ = false, asked_to_stop_ = false;
};

} // namespace unply
