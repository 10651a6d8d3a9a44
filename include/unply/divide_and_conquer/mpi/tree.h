// Divide and conquer on a tree of processes (the classical type of divide-and-conquer-skeletons-2007, section 3): the
// leader of a group divides its problem, gives a part to the leader of each subgroup, goes on with its own part, and
// combines the solutions that come back. Any number of parts, any number of processes P: a group of s processes splits
// into min(k, s) subgroups whose sizes differ by at most one; where k > s each process gets a run of consecutive parts.
//
// On a level the leader of k parts sends and receives k - 1 times, one after another, where each message is preceded
// by one of 8 bytes (its size, unless it is known) and a part by one that says what it is: T(level) = T_Div + T_Comb +
// (k - 1) (5 l + (K_part + K_solution) g). With the problem replicated nothing is sent downwards; with data distributed
// solutions are combined two by two, on ceil(log2 P) levels.
//
// Phases: a leader's exchanges have the level and the features of the problem that it divided; the message with a
// solution on its way up has those of its own problem. Processes that wait for a problem are in no phase but the call.
#ifndef UNPLY_DIVIDE_AND_CONQUER_MPI_TREE_H
#define UNPLY_DIVIDE_AND_CONQUER_MPI_TREE_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include "call.h"

namespace unply::mpi::detail {

// Consecutive places, which are ranks counted from the root on; the first leads.
struct Group {
  int first = 0, size = 1;
};

// What a leader tells the leader of a subgroup: how many problems will follow, 0 if there is nothing to do.
struct Job {
  std::int64_t problems = 0, first = 0, size = 1, level = 0;
};

// How a group shares the parts of its problem.
class Split {
public:
  Split(Group group, std::size_t parts)
      : group_(group), parts_(parts), count_(std::min(parts, static_cast<std::size_t>(group.size))) {}
  std::size_t count() const { return count_; }
  Group subgroup(std::size_t which) const {
    const int begin = place(which);
    return {begin, place(which + 1) - begin};
  }
  std::size_t first_part(std::size_t which) const { return parts_ * which / count_; }
  std::size_t parts(std::size_t which) const { return first_part(which + 1) - first_part(which); }
  std::size_t subgroup_of(int place_asked) const {
    std::size_t which = 0;
    while (which + 1 < count_ && place(which + 1) <= place_asked) ++which;
    return which;
  }

private:
  int place(std::size_t which) const {
    return group_.first + static_cast<int>(static_cast<std::size_t>(group_.size) * which / count_);
  }
  Group group_;
  std::size_t parts_, count_;
};

template <placement in, placement out, class A, class Tracing, class Leaf> class TreeCall {
public:
  using Problem = problem_of<A>;
  using Solution = solution_of<A>;
  using Parts = std::remove_cvref_t<unply::detail::parts_of<A>>;
  using Solutions = unply::detail::Row<Solution>; // a vector of bool would have no span

  explicit TreeCall(const Call<A, Tracing, Leaf>& call)
      : call_(call), session_(call.session), origin_(kFromRoot ? session_.root() : 0),
        place_((session_.rank() - origin_ + session_.size()) % session_.size()) {}

  Solution run(const Problem& problem) const {
    const Group all{0, session_.size()};
    if constexpr (in == placement::distributed) {
      return run_distributed(problem);
    } else if constexpr (in == placement::at_root) {
      Solution solution = place_ == 0 ? lead(problem, all, 0) : follow();
      return share(problem, std::move(solution));
    } else {
      return share(problem, descend(problem, all, 0));
    }
  }

private:
  // Where nothing lies at the root, places are ranks, so that data stay in the order of ranks.
  static constexpr bool kFromRoot =
      in == placement::at_root || (in == placement::replicated && out == placement::at_root);

  int rank(int place) const { return (place + origin_) % session_.size(); }

  // From the first place, which has it, to all, if all should have it.
  Solution share(const Problem& problem, Solution solution) const {
    if constexpr (out == placement::replicated)
      return call_.share_solution(problem, std::move(solution), rank(0));
    else
      return solution;
  }

  // Where the solution stays distributed, a process can keep that of one part only: a group that is smaller than the
  // number of parts leaves the problem to its leader. So does a problem that divides into nothing.
  static bool cannot_share(Group group, std::size_t parts) {
    return parts == 0 || (out == placement::distributed && static_cast<std::size_t>(group.size) < parts);
  }

  // The problem lies at the leader of the group, which is this process.
  Solution lead(const Problem& problem, Group group, unsigned level) const {
    if (group.size == 1) return call_.leaf(problem, level);
    if (call_.algorithm.is_base(problem)) return lead_alone(problem, group, level);
    Parts parts = unply::detail::run_divide(call_.algorithm, problem, call_.tracing, level);
    if (cannot_share(group, std::ranges::size(parts))) return lead_alone(problem, group, level);
    const Split split(group, std::ranges::size(parts));
    for (std::size_t which = 1; which < split.count(); ++which) send_parts(problem, parts, split, which, level);
    Solutions solutions(std::ranges::size(parts));
    for (std::size_t part = 0; part < split.parts(0); ++part)
      solutions.add([&] { return lead(parts[part], split.subgroup(0), level + 1); });
    if constexpr (out == placement::distributed) return std::move(solutions.take()[0]);
    return collect(problem, parts, split, solutions, level);
  }

  Solution lead_alone(const Problem& problem, Group group, unsigned level) const {
    dismiss(group);
    return call_.leaf(problem, level);
  }

  void send_parts(const Problem& problem, const Parts& parts, const Split& split, std::size_t which,
                  unsigned level) const {
    const Group to = split.subgroup(which);
    PhaseScope scope(call_.tracing, call_.algorithm, problem, phase::exchange, level,
                     session_.world_rank(rank(to.first)));
    send_job({static_cast<std::int64_t>(split.parts(which)), to.first, to.size, level + 1});
    for (std::size_t part = 0; part < split.parts(which); ++part)
      scope.add_bytes(
          send(call_.algorithm, parts[split.first_part(which) + part], std::nullopt, rank(to.first), call_.link));
  }

  void send_job(const Job& job) const {
    const std::array<std::int64_t, 4> words{job.problems, job.first, job.size, job.level};
    MPI_Send(words.data(), 4, MPI_INT64_T, rank(static_cast<int>(job.first)), call_.link.tag, call_.link.comm);
  }

  // Tells all others of the group that no part is left for them, through a tree of halves.
  void dismiss(Group group) const {
    while (group.size > 1) {
      const int half = (group.size + 1) / 2;
      send_job({0, group.first + half, group.size - half, 0});
      group.size = half;
    }
  }

  // This process waits until a leader gives it a group of its own. Nothing else comes before that.
  Solution follow() const {
    std::array<std::int64_t, 4> words{};
    MPI_Status status;
    MPI_Recv(words.data(), 4, MPI_INT64_T, MPI_ANY_SOURCE, call_.link.tag, call_.link.comm, &status);
    const Job job{words[0], words[1], words[2], words[3]};
    const Group group{static_cast<int>(job.first), static_cast<int>(job.size)};
    if (job.problems == 0) {
      call_.stay_idle();
      dismiss(group);
      return Solution();
    }
    std::vector<Problem> problems;
    problems.reserve(static_cast<std::size_t>(job.problems));
    for (std::int64_t part = 0; part < job.problems; ++part)
      problems.push_back(receive<Problem>(call_.algorithm, std::nullopt, status.MPI_SOURCE, call_.link));
    const auto level = static_cast<unsigned>(job.level);
    if constexpr (out == placement::distributed) return lead(problems[0], group, level);
    Solutions solutions(problems.size());
    for (const Problem& problem : problems) solutions.add([&] { return lead(problem, group, level); });
    for (std::size_t part = 0; part < problems.size(); ++part)
      send_up(problems[part], solutions.take()[part], status.MPI_SOURCE, level);
    return Solution();
  }

  void send_up(const Problem& problem, const Solution& solution, int to, unsigned level) const {
    require_size_of_solution(call_.algorithm, problem, solution);
    call_.send_solution(problem, solution, size_of_solution(call_.algorithm, problem), to, level);
  }

  // The leader's own solutions are there; those of the other subgroups follow in the order of parts.
  Solution collect(const Problem& problem, const Parts& parts, const Split& split, Solutions& solutions,
                   unsigned level) const {
    for (std::size_t which = 1; which < split.count(); ++which)
      for (std::size_t part = 0; part < split.parts(which); ++part) {
        const KnownSize known = size_of_solution(call_.algorithm, parts[split.first_part(which) + part]);
        const int from = rank(split.subgroup(which).first);
        solutions.add([&] { return call_.receive_solution(problem, known, from, level); });
      }
    return call_.combine(problem, solutions.take(), level);
  }

  // All processes of the group have the problem and divide it alike, so that only solutions travel.
  Solution descend(const Problem& problem, Group group, unsigned level) const {
    if (group.size == 1) return call_.leaf(problem, level);
    if (call_.algorithm.is_base(problem)) return solve_alone(problem, group, level);
    Parts parts = unply::detail::run_divide(call_.algorithm, problem, call_.tracing, level);
    if (cannot_share(group, std::ranges::size(parts))) return solve_alone(problem, group, level);
    const Split split(group, std::ranges::size(parts));
    const std::size_t which = split.subgroup_of(place_), begin = split.first_part(which);
    const Group own = split.subgroup(which);
    Solutions solutions(which == 0 ? std::ranges::size(parts) : split.parts(which));
    for (std::size_t part = 0; part < split.parts(which); ++part)
      solutions.add([&] { return descend(parts[begin + part], own, level + 1); });
    if (out == placement::distributed || place_ != own.first) return std::move(solutions.take()[0]);
    if (which == 0) return collect(problem, parts, split, solutions, level);
    for (std::size_t part = 0; part < split.parts(which); ++part)
      send_up(parts[begin + part], solutions.take()[part], rank(group.first), level + 1);
    return Solution();
  }

  Solution solve_alone(const Problem& problem, Group group, unsigned level) const {
    if (place_ == group.first) return call_.leaf(problem, level);
    call_.stay_idle();
    return Solution();
  }

  // Solutions meet two by two in the order of ranks, at rank 0 in the end. `problem` is the process's own part.
  Solution run_distributed(const Problem& problem) const {
    const int size = session_.size(), rank = session_.rank(), root = session_.root();
    const auto levels = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(size - 1)));
    Solution solution = call_.leaf(problem, levels);
    if constexpr (out == placement::distributed) return solution;
    unsigned level = levels;
    for (int distance = 1; distance < size; distance *= 2) {
      --level;
      if (rank % (2 * distance) != 0) {
        call_.send_solution(problem, solution, std::nullopt, rank - distance, level);
        solution = Solution();
        break;
      }
      if (rank + distance >= size) continue;
      Solution other = call_.receive_solution(problem, std::nullopt, rank + distance, level);
      solution = call_.combine_two(problem, std::move(solution), std::move(other), level);
    }
    if constexpr (out == placement::at_root) {
      if (root != 0 && rank == 0) {
        call_.send_solution(problem, solution, std::nullopt, root, 0);
        return Solution();
      }
      if (root != 0 && rank == root) return call_.receive_solution(problem, std::nullopt, 0, 0);
    }
    return share(problem, std::move(solution));
  }

  const Call<A, Tracing, Leaf>& call_;
  Session& session_;
  const int origin_, place_;
};

} // namespace unply::mpi::detail
#endif
