// MPI between processes, threads within each: a problem that one process has alone is divided further among tasks.
// Include the header of the back end of the threads as well, and let MPI_Init_thread give MPI_THREAD_FUNNELED.
//
//   unply::mpi::hybrid policy{unply::mpi::hypercube{MPI_COMM_WORLD}, unply::openmp{}};
//   auto sorted = unply::divide_and_conquer(policy, MergeSort{}, numbers);
//
// Features of the user's functions stay as they are; levels of tasks follow those of processes.
#ifndef UNPLY_DIVIDE_AND_CONQUER_HYBRID_H
#define UNPLY_DIVIDE_AND_CONQUER_HYBRID_H

#include "mpi.h"

#include <utility>

namespace unply::mpi {

template <class Processes, class Threads> class hybrid {
public:
  hybrid(Processes processes, Threads threads) : processes_(std::move(processes)), threads_(std::move(threads)) {}

  template <class A, class Tracing>
  solution_of<A> run(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing) const {
    const auto leaf = [&](const A& same, const problem_of<A>& part, const auto& heard, unsigned level) {
      return threads_.spread(same, part, heard, level);
    };
    return processes_.run_with(algorithm, problem, tracing, leaf);
  }

  bool took_part() const { return processes_.took_part(); }

private:
  Processes processes_;
  Threads threads_;
};

} // namespace unply::mpi
#endif
