// Divide and conquer as a skeleton (divide-and-conquer-skeletons-2007): the user writes what is particular to an
// algorithm, a policy says where it runs, and the phases are recorded for a prediction (`unply fit`, `unply predict`).
//
//   struct MergeSort {
//     using problem = std::span<int>;
//     using solution = std::vector<int>;
//     bool is_base(const problem& p) const { return p.size() <= 32; }
//     solution solve(const problem& p) const;                                   // a base problem
//     std::array<problem, 2> divide(const problem& p) const;                    // or std::vector<problem>
//     solution combine(const problem& p, std::span<solution> parts) const;
//     // optional: sequential(p), features(p), work(p, phase); see divide_and_conquer/concepts.h
//   };
//   auto sorted = unply::divide_and_conquer(unply::seq{}, MergeSort{}, std::span(numbers));
//
// A policy is unply::seq{} (here), unply::openmp{}, unply::tbb{}, unply::mpi::hypercube{}, unply::mpi::tree{} or
// unply::mpi::hybrid<...>, each with a header of its own in divide_and_conquer/. A fourth argument unply::untraced{}
// takes the hooks of the recorder out of the program. Small cases need no struct:
//
//   long fib = unply::divide_and_conquer<long>(unply::seq{}, 27, {
//     .is_base = [](int n) { return n < 2; },
//     .solve = [](int n) { return long(n); },
//     .divide = [](int n) { return std::array{n - 1, n - 2}; },
//     .combine = [](int, std::span<long> s) { return s[0] + s[1]; }});
//
// Header only, C++20. The functions are called by several threads at once: they are const, and share nothing that
// they write.
#ifndef UNPLY_DIVIDE_AND_CONQUER_H
#define UNPLY_DIVIDE_AND_CONQUER_H

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "unply/divide_and_conquer.h needs C++20: compile with -std=c++20"
#endif

#include "divide_and_conquer/concepts.h"
#include "divide_and_conquer/cut_off.h"
#include "divide_and_conquer/functions.h"
#include "divide_and_conquer/recursion.h"
#include "divide_and_conquer/tracing.h"

#include <concepts>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace unply {

namespace detail {

// What a call gives whose algorithm lacks a member, so that the compiler says no more than that.
struct Nothing {
  template <class T> operator T() const;
};
template <class T> T never() { std::abort(); }
template <class A> auto pretend() {
  if constexpr (has_solution<A>)
    return never<solution_of<A>>();
  else
    return Nothing();
}

template <class Policy, class A, class Tracing>
concept is_policy = requires { &Policy::template run<A, Tracing>; };

template <class A> struct problem_or_nothing {
  using type = Nothing*;
};
template <has_problem A> struct problem_or_nothing<A> {
  using type = problem_of<A>;
};

} // namespace detail

// On the calling thread. The whole problem is one leaf, which `sequential` solves where the algorithm has it; `depth`
// levels above the leaves go through divide and combine, as they do in parallel.
struct seq {
  int depth = 0;

  template <class A, class Tracing>
  solution_of<A> run(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing) const {
    detail::PhaseScope call(tracing, algorithm, problem, phase::call, 0, -1, {{"P", 1}});
    return detail::run_tasks<detail::NoTasks>(algorithm, problem, tracing, 0,
                                              static_cast<unsigned>(depth < 0 ? 0 : depth));
  }
};

template <class Policy, class A, class Problem = typename detail::problem_or_nothing<A>::type, class Tracing = traced>
decltype(auto) divide_and_conquer(const Policy& policy, const A& algorithm, const Problem& problem,
                                  const Tracing& tracing = {}) {
  if constexpr (!detail::check_algorithm<A>()) {
    return detail::pretend<A>();
  } else if constexpr (!std::convertible_to<const Problem&, const problem_of<A>&>) {
    static_assert(std::convertible_to<const Problem&, const problem_of<A>&>,
                  "unply: the third argument is not the algorithm's `problem`");
    return detail::pretend<A>();
  } else if constexpr (!detail::is_policy<Policy, A, Tracing>) {
    static_assert(detail::is_policy<Policy, A, Tracing>,
                  "unply: the first argument is no policy: unply::seq{}, or one of divide_and_conquer/*.h");
    return detail::pretend<A>();
  } else {
    return policy.run(algorithm, problem, tracing);
  }
}

// The form for small cases: the functions are named in braces, the type of the solution, where it is not that of the
// problem, in angle brackets. Each call of a function goes through std::function.
template <class Solution = void, class Policy, class Problem, class Tracing = traced>
auto divide_and_conquer(const Policy& policy, const Problem& problem,
                        const functions<Problem, std::conditional_t<std::is_void_v<Solution>, Problem, Solution>>& by,
                        const Tracing& tracing = {}) {
  return policy.run(by, problem, tracing);
}

} // namespace unply
#endif
