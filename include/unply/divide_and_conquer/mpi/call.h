// One call of an MPI back end on one process: who runs, on which messages, who hears of the phases, and the steps that
// both back ends are made of. `Leaf` solves a problem that one process has alone: on its thread, or on several
// (hybrid.h).
#ifndef UNPLY_DIVIDE_AND_CONQUER_MPI_CALL_H
#define UNPLY_DIVIDE_AND_CONQUER_MPI_CALL_H

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "../../divide_and_conquer.h"
#include "../placement.h"
#include "session.h"

namespace unply {

// Optional: the number of elements of the solution, where it follows from the problem and the solution is contiguous.
// A process that knows it needs no message with the size before that with the solution.
template <class A>
concept has_solution_size = requires(const A& a, const problem_of<A>& p) {
  { a.solution_size(p) } -> std::convertible_to<std::size_t>;
};

namespace mpi::detail {

using unply::detail::PhaseScope;

template <class A> KnownSize size_of_solution(const A& algorithm, const problem_of<A>& problem) {
  using Solution = solution_of<A>;
  if constexpr (has_solution_size<A> && is_contiguous<A, Solution>)
    return static_cast<std::size_t>(algorithm.solution_size(problem)) * sizeof(*std::declval<Solution&>().data());
  else
    return std::nullopt;
}

// Whoever receives relies on solution_size: a wrong one would end in MPI, without a word on the reason.
template <class A>
void require_size_of_solution(const A& algorithm, const problem_of<A>& problem, const solution_of<A>& solution) {
  if constexpr (has_solution_size<A> && is_contiguous<A, solution_of<A>>) {
    const auto promised = static_cast<std::size_t>(algorithm.solution_size(problem));
    if (promised != static_cast<std::size_t>(solution.size()))
      throw std::logic_error("solution_size promises " + std::to_string(promised) + " elements, the solution has " +
                             std::to_string(solution.size()));
  }
}

// Whether the data of a call can be sent. Problems are sent from the root only; solutions stay where they are if they
// should be distributed, and processes without one have an empty one there.
template <placement in, placement out, class A> constexpr bool check_messages() {
  bool right = true;
  if constexpr (in == placement::at_root) right = check_form<A, problem_of<A>>();
  if constexpr (out != placement::distributed) {
    right = check_form<A, solution_of<A>>() && right;
  } else {
    static_assert(
        std::default_initializable<solution_of<A>>,
        "unply: where the solution is distributed, a process without a part gets an empty `solution`: it needs "
        "a default constructor");
    right = right && std::default_initializable<solution_of<A>>;
  }
  return right;
}

// For processes that have no problem, whose features could be asked for.
template <class A> struct Unsized {
  using problem = problem_of<A>;
};

template <class A, class Tracing, class Leaf> struct Call {
  using Problem = problem_of<A>;
  using Solution = solution_of<A>;

  Session& session;
  const A& algorithm;
  const Tracing& tracing;
  const Leaf& leaf;
  const Link link;

  Solution combine(const Problem& problem, std::span<Solution> solutions, unsigned level) const {
    return unply::detail::run_combine(algorithm, problem, solutions, tracing, level);
  }
  Solution combine_two(const Problem& problem, Solution first, Solution second, unsigned level) const {
    std::array<Solution, 2> both{std::move(first), std::move(second)};
    return combine(problem, both, level);
  }

  void send_solution(const Problem& problem, const Solution& solution, KnownSize known, int to, unsigned level) const {
    PhaseScope scope(tracing, algorithm, problem, phase::exchange, level, session.world_rank(to));
    scope.add_bytes(send(algorithm, solution, known, to, link));
  }
  Solution receive_solution(const Problem& problem, KnownSize known, int from, unsigned level) const {
    PhaseScope scope(tracing, algorithm, problem, phase::exchange, level, session.world_rank(from));
    return receive<Solution>(algorithm, known, from, link);
  }
  Solution exchange_solutions(const Problem& problem, const Solution& mine, KnownSize theirs, int partner,
                              unsigned level) const {
    PhaseScope scope(tracing, algorithm, problem, phase::exchange, level, session.world_rank(partner));
    auto [solution, bytes] = exchange(algorithm, mine, theirs, partner, link);
    scope.add_bytes(bytes);
    return std::move(solution);
  }

  void stay_idle() const {
    session.stay_idle();
    if (tracing.active()) unply_event("no part of the problem");
  }

  // From `from`, which has it, to all; `problem` is there the one that was solved.
  Solution share_solution(const Problem& problem, Solution solution, int from) const {
    if (session.size() == 1) return solution;
    if (session.rank() != from) return broadcast_to_here<Solution>(algorithm, std::nullopt, from, link);
    PhaseScope scope(tracing, algorithm, problem, phase::exchange, 0);
    scope.add_bytes(broadcast_from_here(algorithm, solution, std::nullopt, from, link));
    return solution;
  }

  // `body` in the phase of the whole call.
  template <class Body> Solution run(const Problem& problem, bool has_problem, const Body& body) const {
    const feature processes{"P", static_cast<double>(session.size())};
    if (has_problem) {
      PhaseScope scope(tracing, algorithm, problem, phase::call, 0, -1, {processes});
      return body();
    }
    const Unsized<A> unsized;
    PhaseScope scope(tracing, unsized, problem, phase::call, 0, -1, {processes});
    return body();
  }
};

} // namespace mpi::detail
} // namespace unply
#endif
