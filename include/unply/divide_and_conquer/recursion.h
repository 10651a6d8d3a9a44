// The recursion itself: on one thread without any bookkeeping (solve_here), and as tasks down to a depth (run_tasks).
// Both combine the parts in the order in which divide() gave them, so that the result does not depend on the back end
// wherever `sequential` agrees with divide and combine.
#ifndef UNPLY_DIVIDE_AND_CONQUER_RECURSION_H
#define UNPLY_DIVIDE_AND_CONQUER_RECURSION_H

#include "concepts.h"
#include "slots.h"
#include "tracing.h"

#include <array>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace unply::detail {

template <divide_and_conquer_algorithm A> solution_of<A> recurse(const A& algorithm, const problem_of<A>& problem);

template <class A, class Parts, std::size_t... part>
solution_of<A> recurse_into(const A& algorithm, const problem_of<A>& problem, const Parts& parts,
                            std::index_sequence<part...>) { // the arity is known: nothing is allocated
  std::array<solution_of<A>, sizeof...(part)> solutions{recurse(algorithm, parts[part])...};
  return algorithm.combine(problem, std::span<solution_of<A>>(solutions));
}

template <divide_and_conquer_algorithm A> solution_of<A> recurse(const A& algorithm, const problem_of<A>& problem) {
  if (algorithm.is_base(problem)) return algorithm.solve(problem);
  const auto parts = algorithm.divide(problem);
  if constexpr (arity<A> > 0) {
    return recurse_into(algorithm, problem, parts, std::make_index_sequence<arity<A>>());
  } else {
    Row<solution_of<A>> solutions(std::ranges::size(parts));
    for (const auto& part : parts) solutions.add([&] { return recurse(algorithm, part); });
    return algorithm.combine(problem, solutions.take());
  }
}

// A leaf of the parallel recursion: the whole problem on this thread.
template <divide_and_conquer_algorithm A> solution_of<A> solve_here(const A& algorithm, const problem_of<A>& problem) {
  if constexpr (has_sequential<A>)
    return algorithm.is_base(problem) ? solution_of<A>(algorithm.solve(problem))
                                      : solution_of<A>(algorithm.sequential(problem));
  else
    return recurse(algorithm, problem);
}

template <class A, class Tracing>
solution_of<A> run_leaf(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing, unsigned level) {
  PhaseScope scope(tracing, algorithm, problem, phase::sequential, level);
  return solve_here(algorithm, problem);
}

template <class A, class Tracing>
auto run_divide(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing, unsigned level) {
  PhaseScope scope(tracing, algorithm, problem, phase::divide, level);
  return algorithm.divide(problem);
}

template <class A, class Tracing>
solution_of<A> run_combine(const A& algorithm, const problem_of<A>& problem, std::span<solution_of<A>> solutions,
                           const Tracing& tracing, unsigned level) {
  PhaseScope scope(tracing, algorithm, problem, phase::combine, level);
  return algorithm.combine(problem, solutions);
}

// The group that runs each part at once: an exception leaves the rest undone, as without the skeleton.
struct NoTasks {};

// Parts become tasks of a Group (run(function), wait(), and a destructor that waits) on the first `depth` levels; the
// last part runs on the thread that divided. `level` is that of `problem`.
template <class Group, class A, class Tracing>
solution_of<A> run_tasks(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing, unsigned level,
                         unsigned depth) {
  if (depth == 0 || algorithm.is_base(problem)) return run_leaf(algorithm, problem, tracing, level);
  const auto parts = run_divide(algorithm, problem, tracing, level);
  const std::size_t count = std::ranges::size(parts);
  Slots<solution_of<A>, arity<A>> solutions(count);
  if constexpr (std::is_same_v<Group, NoTasks>) {
    for (std::size_t part = 0; part < count; ++part)
      solutions.build(part, [&] { return run_tasks<Group>(algorithm, parts[part], tracing, level + 1, depth - 1); });
  } else {
    const auto solve_part = [&](std::size_t part) {
      solutions.fill(part, [&] { return run_tasks<Group>(algorithm, parts[part], tracing, level + 1, depth - 1); });
    };
    Group group;
    for (std::size_t part = 0; part + 1 < count; ++part) group.run([&solve_part, part] { solve_part(part); });
    if (count > 0) solve_part(count - 1);
    group.wait();
  }
  return run_combine(algorithm, problem, solutions.take(), tracing, level);
}

} // namespace unply::detail
#endif
