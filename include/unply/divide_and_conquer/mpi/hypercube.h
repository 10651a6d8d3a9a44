// Divide and conquer on a hypercube (HDC of divide-and-conquer-skeletons-2007, section 3): on each level a group of
// processes halves, each process goes on with the part of its half, and after the recursion it exchanges solutions
// with its partner in the other half, rank XOR Q/2^(level+1). So all processes combine alike and have the result.
//
// Q is the largest power of two that is not larger than P, the number of processes. The parts are halves whatever P
// is, so that P - Q more processes cannot shorten the longest leaf: the odd ones among the first 2(P - Q) fold onto
// their left neighbours, which send them the result at the end. T(P) = T(Q) + l + K g, K words of the whole solution;
// at_root needs no such message. Where data are distributed, a folded process solves its own part and gives its
// solution to the neighbour first: T(P) = T(Q) + T_Comb + 2 (l + K g). Phases of folding have the level log2 Q.
#ifndef UNPLY_DIVIDE_AND_CONQUER_MPI_HYPERCUBE_H
#define UNPLY_DIVIDE_AND_CONQUER_MPI_HYPERCUBE_H

#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include "call.h"

namespace unply::mpi::detail {

// Ranks as corners of the cube, counted from the rank `origin`.
class Corners {
public:
  Corners(int processes, int origin)
      : processes_(processes), origin_(origin),
        corners_(static_cast<int>(std::bit_floor(static_cast<unsigned>(processes)))), folded_(processes - corners_) {}

  int count() const { return corners_; }
  unsigned levels() const { return static_cast<unsigned>(std::bit_width(static_cast<unsigned>(corners_))) - 1; }
  bool is_folded(int rank) const { return place(rank) < 2 * folded_ && place(rank) % 2 == 1; }
  bool has_folded(int corner) const { return corner < folded_; } // its right neighbour
  int corner(int rank) const { return place(rank) < 2 * folded_ ? place(rank) / 2 : place(rank) - folded_; }
  int rank(int corner) const { return at(corner < folded_ ? 2 * corner : corner + folded_); }
  int folded_rank(int corner) const { return at(2 * corner + 1); }

private:
  int place(int rank) const { return (rank - origin_ + processes_) % processes_; }
  int at(int place) const { return (place + origin_) % processes_; }
  int processes_, origin_, corners_, folded_;
};

template <placement in, placement out, class A, class Tracing, class Leaf> class HypercubeCall {
public:
  using Problem = problem_of<A>;
  using Solution = solution_of<A>;

  explicit HypercubeCall(const Call<A, Tracing, Leaf>& call)
      : call_(call), session_(call.session), corners_(session_.size(), kFromRoot ? session_.root() : 0),
        corner_(corners_.corner(session_.rank())), is_folded_(corners_.is_folded(session_.rank())) {}

  Solution run(const Problem& problem) const {
    if constexpr (in == placement::distributed) {
      return run_distributed(problem);
    } else if constexpr (in == placement::at_root) {
      if (session_.rank() == session_.root()) {
        hand_out(problem);
        return run_replicated(problem);
      }
      return run_replicated(broadcast_to_here<Problem>(call_.algorithm, std::nullopt, session_.root(), call_.link));
    } else {
      return run_replicated(problem);
    }
  }

private:
  void hand_out(const Problem& problem) const {
    if (session_.size() == 1) return;
    PhaseScope scope(call_.tracing, call_.algorithm, problem, phase::exchange, 0);
    scope.add_bytes(broadcast_from_here(call_.algorithm, problem, std::nullopt, session_.root(), call_.link));
  }

  Solution run_replicated(const Problem& problem) const {
    if constexpr (out != placement::replicated) {
      if (!is_folded_) return climb(problem, 0, corners_.count(), 0);
      call_.stay_idle();
      return Solution();
    } else {
      const KnownSize known = size_of_solution(call_.algorithm, problem);
      if (is_folded_) {
        call_.stay_idle();
        return call_.receive_solution(problem, known, corners_.rank(corner_), corners_.levels());
      }
      Solution solution = climb(problem, 0, corners_.count(), 0);
      if (corners_.has_folded(corner_))
        call_.send_solution(problem, solution, known, corners_.folded_rank(corner_), corners_.levels());
      return solution;
    }
  }

  // The solution of `problem`, which the corners [first, first + count) work on together.
  Solution climb(const Problem& problem, int first, int count, unsigned level) const {
    if (count == 1) return call_.leaf(problem, level);
    if (call_.algorithm.is_base(problem)) return solve_together(problem, first, level);
    const int half = count / 2;
    const std::size_t side = corner_ >= first + half;
    KnownSize theirs;
    Problem part = [&] { // the other part is gone before the recursion
      auto parts = unply::detail::run_divide(call_.algorithm, problem, call_.tracing, level);
      theirs = size_of_solution(call_.algorithm, parts[1 - side]);
      return std::move(parts[side]);
    }();
    Solution mine = climb(part, first + (side ? half : 0), half, level + 1);
    if constexpr (out == placement::distributed) return mine;
    if constexpr (out == placement::at_root)
      if (corner_ % half != 0) return mine; // empty: it was sent further down
    require_size_of_solution(call_.algorithm, part, mine);
    const KnownSize own = size_of_solution(call_.algorithm, part);
    return join(problem, std::move(mine), own, theirs, half, level);
  }

  // A base problem before the group is down to one process: all solve it, since that is faster than a message. The
  // copies count as idle.
  Solution solve_together(const Problem& problem, int first, unsigned level) const {
    if (corner_ != first) call_.stay_idle();
    if constexpr (out != placement::replicated)
      if (corner_ != first) return Solution();
    return call_.leaf(problem, level);
  }

  // One level up, with the partner at distance `half`; `own` and `theirs` are the known sizes of the two solutions.
  Solution join(const Problem& problem, Solution mine, KnownSize own, KnownSize theirs, int half,
                unsigned level) const {
    const bool is_upper = (corner_ & half) != 0;
    const int partner = corners_.rank(corner_ ^ half);
    if constexpr (out == placement::at_root) {
      if (is_upper) {
        call_.send_solution(problem, mine, own, partner, level);
        return Solution();
      }
      Solution other = call_.receive_solution(problem, theirs, partner, level);
      return call_.combine_two(problem, std::move(mine), std::move(other), level);
    } else {
      Solution other = call_.exchange_solutions(problem, mine, theirs, partner, level);
      return is_upper ? call_.combine_two(problem, std::move(other), std::move(mine), level)
                      : call_.combine_two(problem, std::move(mine), std::move(other), level);
    }
  }

  // Embarrassing divisibility: the recursion begins at its leaves. `problem` is the process's own part, also for
  // combine, since nobody has the whole.
  Solution run_distributed(const Problem& problem) const {
    const unsigned levels = corners_.levels();
    Solution mine = call_.leaf(problem, levels);
    if constexpr (out == placement::distributed) return mine;
    const int neighbour = is_folded_ ? corners_.rank(corner_) : corners_.folded_rank(corner_);
    if (is_folded_) {
      call_.send_solution(problem, mine, std::nullopt, neighbour, levels);
      if constexpr (out == placement::replicated)
        return call_.receive_solution(problem, std::nullopt, neighbour, levels);
      else
        return forward(problem, Solution());
    }
    if (corners_.has_folded(corner_)) {
      Solution other = call_.receive_solution(problem, std::nullopt, neighbour, levels);
      mine = call_.combine_two(problem, std::move(mine), std::move(other), levels);
    }
    for (int half = 1; half < corners_.count(); half *= 2) {
      if constexpr (out == placement::at_root)
        if (corner_ % half != 0) break;
      const unsigned level = levels - static_cast<unsigned>(std::bit_width(static_cast<unsigned>(half)));
      mine = join(problem, std::move(mine), std::nullopt, std::nullopt, half, level);
    }
    if constexpr (out == placement::at_root) return forward(problem, std::move(mine));
    if (corners_.has_folded(corner_)) call_.send_solution(problem, mine, std::nullopt, neighbour, levels);
    return mine;
  }

  // From rank 0, where the parts meet in their order, to the root.
  Solution forward(const Problem& problem, Solution solution) const {
    const int root = session_.root(), rank = session_.rank();
    if (root == 0) return solution;
    if (rank == root) return call_.receive_solution(problem, std::nullopt, 0, 0);
    if (rank != 0) return solution;
    call_.send_solution(problem, solution, std::nullopt, root, 0);
    return Solution();
  }

  // The result meets at corner 0, unless the parts are data that lie in the order of ranks.
  static constexpr bool kFromRoot = out == placement::at_root && in != placement::distributed;

  const Call<A, Tracing, Leaf>& call_;
  Session& session_;
  const Corners corners_;
  const int corner_;
  const bool is_folded_;
};

} // namespace unply::mpi::detail
#endif
