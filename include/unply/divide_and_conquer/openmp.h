// The skeleton on OpenMP tasks: the first levels of the recursion become tasks of a team, cut_off.h says how many. A
// call inside a parallel region uses the team that is there; calls nest.
//
//   auto sorted = unply::divide_and_conquer(unply::openmp{}, MergeSort{}, numbers);        // OMP_NUM_THREADS=8 ./sort
#ifndef UNPLY_DIVIDE_AND_CONQUER_OPENMP_H
#define UNPLY_DIVIDE_AND_CONQUER_OPENMP_H

#ifndef _OPENMP
#error "unply/divide_and_conquer/openmp.h needs OpenMP: compile with -fopenmp"
#endif

#include "../divide_and_conquer.h"

#include <omp.h>

namespace unply {

namespace detail {

struct OpenmpGroup {
  OpenmpGroup() = default;
  ~OpenmpGroup() { wait(); }
  OpenmpGroup(const OpenmpGroup&) = delete;
  OpenmpGroup& operator=(const OpenmpGroup&) = delete;

  template <class Function> void run(const Function& function) {
#pragma omp task default(none) firstprivate(function)
    function();
  }
  void wait() {
#pragma omp taskwait
  }
};

} // namespace detail

struct openmp {
  int depth = automatic; // levels of tasks
  int threads = 0;       // of a new team; 0: as OMP_NUM_THREADS says

  template <class A, class Tracing>
  solution_of<A> run(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing) const {
    const bool inside = omp_in_parallel();
    const int team = inside ? omp_get_num_threads() : threads > 0 ? threads : omp_get_max_threads();
    detail::PhaseScope call(tracing, algorithm, problem, phase::call, 0, -1, {{"P", 1}, {"threads", double(team)}});
    return spread(algorithm, problem, tracing, 0);
  }

  // The same as a part of another back end's call: `problem` is on `level` of its recursion.
  template <class A, class Tracing>
  solution_of<A> spread(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing,
                        unsigned level) const {
    const bool inside = omp_in_parallel();
    const int team = inside ? omp_get_num_threads() : threads > 0 ? threads : omp_get_max_threads();
    const unsigned levels = detail::chosen_depth(depth, arity<A>, static_cast<std::size_t>(team));
    const auto solve = [&] {
      return detail::run_tasks<detail::OpenmpGroup>(algorithm, problem, tracing, level, levels);
    };
    if (inside || team == 1 || levels == 0) return solve();
    detail::Slots<solution_of<A>, 1> solution(1);
#pragma omp parallel num_threads(team) default(none) shared(solution, solve)
#pragma omp single
    solution.fill(0, solve);
    return std::move(solution.take()[0]);
  }
};

} // namespace unply
#endif
