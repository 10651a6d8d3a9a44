// Runs a function in a process of its own, so that it can be given up after a time, and its memory is its own. Times
// are those of the processor, which other programs on the machine change little.
#pragma once
#include <csignal>
#include <cstdint>
#include <ctime>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

namespace unply {

inline double cpu_seconds() { // of this process so far
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class T> struct Measured {
  enum class End { done, limit_reached, died } end = End::died;
  T value{};
  uint64_t peak_bytes = 0; // of the whole process
};

// prepare makes what `work` uses and is not counted against the limit. T is sent as its bytes.
template <class T, class Input>
Measured<T> run_in_child(const std::function<Input()>& prepare, const std::function<T(Input&)>& work, int limit_s) {
  static_assert(std::is_trivially_copyable_v<T>);
  Measured<T> result;
  int ends[2];
  if (pipe(ends) != 0) return result;
  pid_t child = fork();
  if (child < 0) return result;
  if (child == 0) {
    Input input = prepare();
    auto limit = static_cast<rlim_t>(cpu_seconds()) + static_cast<rlim_t>(limit_s);
    rlimit limits{limit, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &limits); // then SIGXCPU ends it
    T value = work(input);
    _exit(write(ends[1], &value, sizeof value) == sizeof value ? 0 : 1);
  }
  close(ends[1]);
  bool complete = read(ends[0], &result.value, sizeof result.value) == sizeof result.value;
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (complete) result.end = Measured<T>::End::done;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) result.end = Measured<T>::End::limit_reached;
  result.peak_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  return result;
}

} // namespace unply
