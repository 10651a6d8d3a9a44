// The back end of an example by name: --on seq, openmp, tbb, hypercube, tree or hybrid, as far as the program was built
// with it (-fopenmp; -DWITH_TBB and -ltbb; mpicxx -DWITH_MPI). An example is the same source for all of them:
//
//   return run_example(argc, argv, "mergesort N...", [](const auto& solve, const Words& words) {
//     if (auto sorted = solve(MergeSort{}, numbers)) print(*sorted);        // one process has the result: it prints
//   });
#ifndef UNPLY_EXAMPLES_SKELETON_RUN_ON_H
#define UNPLY_EXAMPLES_SKELETON_RUN_ON_H

#include <unply/divide_and_conquer.h>
#ifdef _OPENMP
#include <unply/divide_and_conquer/openmp.h>
#endif
#ifdef WITH_TBB
#include <unply/divide_and_conquer/tbb.h>
#endif
#ifdef WITH_MPI
#include <unply/divide_and_conquer/mpi.h>
#ifdef _OPENMP
#include <unply/divide_and_conquer/hybrid.h>
#endif
#endif

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Words = std::vector<std::string>;

struct WrongUsage : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A size of the command line; `standard` where the word is missing.
inline std::size_t size_of(const Words& words, std::size_t at, std::size_t standard, std::size_t most = 1u << 28) {
  if (at >= words.size()) return standard;
  char* end = nullptr;
  const unsigned long long size = std::strtoull(words[at].c_str(), &end, 10);
  if (words[at].empty() || words[at][0] == '-' || *end || size > most)
    throw WrongUsage(words[at] + ": not a number from 0 to " + std::to_string(most));
  return static_cast<std::size_t>(size);
}

// The same numbers on every machine, unlike the distributions of <random>.
class Numbers {
public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() { // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
  std::uint64_t state_;
};

class Hash { // FNV-1a of bytes, of numbers the lowest byte first
public:
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte) value_ = (value_ ^ ((number >> (8 * byte)) & 255)) * 1099511628211u;
  }
  unsigned long long value() const { return value_; }

private:
  std::uint64_t value_ = 14695981039346656037u;
};

// A call of the skeleton on the back end that was asked for.
class Solve {
public:
  Solve(std::string name, int depth) : name_(std::move(name)), depth_(depth) {}

  // The solution in the process that prints, nothing in the others.
  template <class A>
  std::optional<unply::solution_of<A>> operator()(const A& algorithm, const unply::problem_of<A>& problem) const {
    using unply::divide_and_conquer;
    if (name_ == "seq") return divide_and_conquer(unply::seq{.depth = depth_ < 0 ? 0 : depth_}, algorithm, problem);
#ifdef _OPENMP
    if (name_ == "openmp") return divide_and_conquer(unply::openmp{.depth = depth_}, algorithm, problem);
#endif
#ifdef WITH_TBB
    if (name_ == "tbb") return divide_and_conquer(unply::tbb{.depth = depth_}, algorithm, problem);
#endif
#ifdef WITH_MPI
    namespace mpi = unply::mpi;
    if (name_ == "tree") return on_first_process(divide_and_conquer(mpi::tree{MPI_COMM_WORLD}, algorithm, problem));
    if constexpr (unply::arity<A> == 2) {
      if (name_ == "hypercube")
        return on_first_process(divide_and_conquer(mpi::hypercube{MPI_COMM_WORLD}, algorithm, problem));
    }
#ifdef _OPENMP
    if (name_ == "hybrid") {
      const mpi::hybrid on{mpi::tree{MPI_COMM_WORLD}, unply::openmp{.depth = depth_}};
      return on_first_process(divide_and_conquer(on, algorithm, problem));
    }
#endif
    if (name_ == "hypercube") throw WrongUsage("--on hypercube: this algorithm does not divide in two; take tree");
#endif
    throw WrongUsage("--on " + name_ + ": this program was built without it");
  }

private:
#ifdef WITH_MPI
  // Every process has the solution of a hypercube, one prints it.
  template <class Solution> static std::optional<Solution> on_first_process(Solution solution) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) return {};
    return solution;
  }
#endif

  std::string name_;
  int depth_;
};

// MPI from here to the end of the program, where it is built with it.
struct Processes {
#ifdef WITH_MPI
  Processes(int* argc, char*** argv) {
    int provided = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  }
  ~Processes() { MPI_Finalize(); }
#else
  Processes(int*, char***) {}
#endif
};

inline const char* usual_back_end() {
#if defined(WITH_MPI)
  return "hypercube";
#elif defined(_OPENMP)
  return "openmp";
#elif defined(WITH_TBB)
  return "tbb";
#else
  return "seq";
#endif
}

// main() of an example: [--on BACKEND] [--depth LEVELS], and the words that are left for `body`. Exit code 2: wrong
// usage.
template <class Body> int run_example(int argc, char** argv, const char* usage, const Body& body) {
  const Processes processes(&argc, &argv);
  std::string back_end = usual_back_end();
  int depth = unply::automatic;
  Words words(argv + 1, argv + argc), rest;
  try {
    for (std::size_t at = 0; at < words.size(); ++at) {
      if (words[at] == "--help") {
        std::printf("usage: %s\n  --on BACKEND      seq, openmp, tbb, hypercube, tree, hybrid\n"
                    "  --depth LEVELS    of tasks, instead of a number that fits the threads\n",
                    usage);
        return 0;
      }
      if (words[at] == "--on" && at + 1 < words.size())
        back_end = words[++at];
      else if (words[at] == "--depth" && at + 1 < words.size())
        depth = static_cast<int>(size_of(words, ++at, 0, 100));
      else
        rest.push_back(words[at]);
    }
    body(Solve(back_end, depth), rest);
    return 0;
  } catch (const WrongUsage& wrong) {
    std::fprintf(stderr, "%s: %s\nusage: %s\n", argv[0], wrong.what(), usage);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}
#endif
