// What the programs of this folder share. Each is one source for three builds: serial (any compiler), traced (unply
// c++, which knows `#pragma exg` and ignores `#pragma omp`) and parallel (-fopenmp, where it is the other way round).
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

// Argument `at` of main as a number within [least, most]; `otherwise` without it.
inline int argument(int argc, char** argv, int at, int otherwise, int least, int most) {
  if (argc <= at) return otherwise;
  char* end = nullptr;
  long value = std::strtol(argv[at], &end, 10);
  if (*argv[at] && !*end && least <= value && value <= most) return static_cast<int>(value);
  std::fprintf(stderr, "%s: argument %d is %s, expected a number from %d to %d\n", argv[0], at, argv[at], least, most);
  std::exit(2);
}

// Runs the part that is traced once, or as often as IDRA_RUNS says: the first run of a process meets cold caches and
// pages. With IDRA_TIME in the environment, says on standard error how long the fastest run took.
class Timed {
public:
  bool again() {
    if (done_ > 0 && now() - start_ < best_ms_) best_ms_ = now() - start_;
    return done_++ < runs_;
  }
  void start() { start_ = now(); }
  ~Timed() {
    if (std::getenv("IDRA_TIME")) std::fprintf(stderr, "time %.6f ms\n", best_ms_);
  }

private:
  static int runs_wanted() {
    const char* text = std::getenv("IDRA_RUNS");
    const int wanted = text ? std::atoi(text) : 1;
    return wanted > 0 ? wanted : 1;
  }
  static double now() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
  }
  const int runs_ = runs_wanted();
  int done_ = 0;
  double start_ = 0, best_ms_ = 1e300;
};

// The same number, of which the compiler knows nothing: a call without side effects stays between two looks at the clock.
inline int hidden(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

// The compiler must compute the value, though nothing uses it.
inline void computed(double value) { asm volatile("" : : "x"(value)); }

// Numbers that look random and are the same everywhere.
class Numbers {
public:
  explicit Numbers(uint32_t seed) : state_(seed * 2654435761u + 1) {}
  uint32_t below(uint32_t bound) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<uint32_t>((uint64_t{state_} * bound) >> 32);
  }

private:
  uint32_t state_;
};
