// The skeleton on tasks of oneTBB (link with -ltbb): the first levels of the recursion become tasks of a task_group,
// cut_off.h says how many. They run in the caller's arena, or in the one that is given.
//
//   auto sorted = unply::divide_and_conquer(unply::tbb{}, MergeSort{}, numbers);
#ifndef UNPLY_DIVIDE_AND_CONQUER_TBB_H
#define UNPLY_DIVIDE_AND_CONQUER_TBB_H

#include "../divide_and_conquer.h"

#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace unply {

namespace detail {

struct TbbGroup {
  TbbGroup() = default;
  ~TbbGroup() { wait(); }
  TbbGroup(const TbbGroup&) = delete;
  TbbGroup& operator=(const TbbGroup&) = delete;

  template <class Function> void run(const Function& function) { group_.run(function); }
  void wait() { group_.wait(); }

private:
  ::oneapi::tbb::task_group group_;
};

} // namespace detail

struct tbb {
  int depth = automatic;                      // levels of tasks
  ::oneapi::tbb::task_arena* arena = nullptr; // null: the caller's

  template <class A, class Tracing>
  solution_of<A> run(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing) const {
    const int threads = arena ? arena->max_concurrency() : ::oneapi::tbb::this_task_arena::max_concurrency();
    detail::PhaseScope call(tracing, algorithm, problem, phase::call, 0, -1, {{"P", 1}, {"threads", double(threads)}});
    return spread(algorithm, problem, tracing, 0);
  }

  // The same as a part of another back end's call: `problem` is on `level` of its recursion.
  template <class A, class Tracing>
  solution_of<A> spread(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing,
                        unsigned level) const {
    const int threads = arena ? arena->max_concurrency() : ::oneapi::tbb::this_task_arena::max_concurrency();
    const unsigned levels = detail::chosen_depth(depth, arity<A>, static_cast<std::size_t>(threads));
    const auto solve = [&] { return detail::run_tasks<detail::TbbGroup>(algorithm, problem, tracing, level, levels); };
    if (!arena) return solve();
    detail::Slots<solution_of<A>, 1> solution(1);
    arena->execute([&] { solution.fill(0, solve); });
    return std::move(solution.take()[0]);
  }
};

} // namespace unply
#endif
