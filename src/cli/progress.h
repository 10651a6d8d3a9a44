// Shows one line on a terminal during a long step: the step, its elapsed time, and its time limit. Nothing is written
// within the first second, or if standard error is not a terminal; the line is erased at the end.
#pragma once
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace unply {

class Progress {
public:
  // limit_s: when it ends at the latest; 0: not known.
  explicit Progress(std::string what, double limit_s = 0, std::FILE* terminal = stderr);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

private:
  void run();
  std::string what_;
  double limit_s_;
  std::FILE* terminal_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

} // namespace unply
