// To which depth the recursion becomes tasks. A depth that is too small leaves threads idle, one that is too large
// pays for tasks that are smaller than their cost. By default the number of threads decides, so that runs on a machine
// are alike; a program may measure instead, or ask a fitted model, or name a number:
//
//   unply::openmp{}                                                         8 leaves for each thread
//   unply::openmp{.depth = 5}                                               five levels of tasks
//   unply::openmp{.depth = unply::measured_depth(algorithm, problem)}       leaves of at least 100 us, measured
//   unply::openmp{.depth = unply::modelled_depth(algorithm, problem, f)}    the same by f(problem), seconds of a leaf
//   UNPLY_DEPTH=5 ./program                                                 replaces the default, no number in the
//   source
#ifndef UNPLY_DIVIDE_AND_CONQUER_CUT_OFF_H
#define UNPLY_DIVIDE_AND_CONQUER_CUT_OFF_H

#include "recursion.h"

#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <ranges>
#include <utility>
#include <vector>

namespace unply {

inline constexpr int automatic = -1;

struct grain {
  double seconds = 100e-6; // a task costs about 1 us: 1 %
  int deepest = 16;
};

namespace detail {

// Of the calling thread's own work: the time of other threads on its core does not count.
inline double processor_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

// Each thread has several leaves, so that leaves of different lengths even out.
constexpr int depth_for(std::size_t parts, std::size_t threads) {
  if (threads <= 1) return 0;
  int depth = 0;
  for (std::size_t leaves = 1; leaves < 8 * threads; leaves *= parts < 2 ? 2 : parts) ++depth;
  return depth;
}

// -1 if the variable is not set, or holds no number.
inline int depth_of_environment() {
  const char* text = std::getenv("UNPLY_DEPTH");
  if (!text || !*text) return automatic;
  char* end = nullptr;
  const long depth = std::strtol(text, &end, 10);
  return *end || depth < 0 || depth > 1000 ? automatic : static_cast<int>(depth);
}

inline unsigned chosen_depth(int asked, std::size_t parts, std::size_t threads) {
  if (asked < 0) asked = depth_of_environment();
  return static_cast<unsigned>(asked >= 0 ? asked : depth_for(parts, threads));
}

} // namespace detail

// The depth whose leaves take at least `least.seconds` by `seconds_of(problem)`, along the first part of each division.
// Put in the formula of `unply fit`, by the features of the problem.
template <divide_and_conquer_algorithm A, class SecondsOf>
int modelled_depth(const A& algorithm, const problem_of<A>& problem, const SecondsOf& seconds_of, grain least = {}) {
  const auto deeper = [&](const auto& self, const problem_of<A>& at, int depth) -> int {
    if (depth == least.deepest || algorithm.is_base(at)) return depth;
    const auto parts = algorithm.divide(at);
    if (std::ranges::size(parts) == 0 || seconds_of(parts[0]) < least.seconds) return depth;
    return self(self, parts[0], depth + 1);
  };
  return deeper(deeper, problem, 0);
}

// The same by processor time: solves first parts from the smallest up, until one takes long enough, which costs about
// twice `least.seconds` and the divisions on the way. The algorithm must bear that a part is solved twice.
template <divide_and_conquer_algorithm A>
int measured_depth(const A& algorithm, const problem_of<A>& problem, grain least = {}) {
  const auto seconds_of = [&](const problem_of<A>& part) {
    const double begin = detail::processor_seconds();
    const auto solution = detail::solve_here(algorithm, part);
    asm volatile("" : : "r"(&solution) : "memory"); // it is used, as far as the compiler can tell
    return detail::processor_seconds() - begin;
  };
  // Gives the depth of the smallest problem at or below `at` that takes long enough; -1: none does.
  const auto smallest = [&](const auto& self, const problem_of<A>& at, int depth) -> int {
    if (depth < least.deepest && !algorithm.is_base(at)) {
      const auto parts = algorithm.divide(at);
      if (std::ranges::size(parts) > 0)
        if (const int found = self(self, parts[0], depth + 1); found >= 0) return found;
    }
    return depth > 0 && seconds_of(at) >= least.seconds ? depth : -1;
  };
  const int found = smallest(smallest, problem, 0);
  return found < 0 ? 0 : found;
}

} // namespace unply
#endif
