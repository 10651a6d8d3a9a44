// The skeleton on the processes of an MPI communicator, which the policy duplicates: make it on all of them together,
// between MPI_Init and MPI_Finalize, and call it on all of them, as any collective operation. It may be kept and called
// again. Compiled by mpicxx; by smpicxx the same source runs simulated, under SimGrid.
//
//   unply::mpi::hypercube cube{MPI_COMM_WORLD};
//   auto sorted = unply::divide_and_conquer(cube, MergeSort{}, numbers);        // numbers, sorted: the same everywhere
//
//   unply::mpi::tree tree{MPI_COMM_WORLD, root};                                // numbers, sorted: at the root
//
// Both take where the problem lies and where the solution goes (placement.h). An exception that leaves a function of
// the algorithm on one process ends all of them, with its message and MPI_Abort.
#ifndef UNPLY_DIVIDE_AND_CONQUER_MPI_H
#define UNPLY_DIVIDE_AND_CONQUER_MPI_H

#include <memory>
#include <type_traits>

#include <mpi.h>

#include "../divide_and_conquer.h"
#include "mpi/call.h"
#include "mpi/hypercube.h"
#include "mpi/session.h"
#include "mpi/tree.h"
#include "placement.h"

#ifdef SMPI_H
#include "mpi/phases.h"
#endif

namespace unply::mpi {

namespace detail {

// The call of a back end, `Shape`, whose leaves are solved by `leaf(algorithm, problem, tracing, level)`.
template <class Shape, class A, class Tracing, class Leaf>
solution_of<A> run_shape(Session& session, bool has_problem, const A& algorithm, const problem_of<A>& problem,
                         const Tracing& tracing, const Leaf& leaf) {
  return run_or_end_job(session, [&] {
    const auto solve = [&](const problem_of<A>& part, unsigned level) { return leaf(algorithm, part, tracing, level); };
    const Call<A, Tracing, decltype(solve)> call{session, algorithm, tracing, solve, session.next_call()};
    return call.run(problem, has_problem,
                    [&] { return typename Shape::template Of<A, Tracing, decltype(solve)>(call).run(problem); });
  });
}

// Who hears of the phases: in a simulated program the file of phases stands in for the recorder.
template <class Shape, class A, class Tracing, class Leaf>
solution_of<A> run_heard(Session& session, bool has_problem, const A& algorithm, const problem_of<A>& problem,
                         const Tracing& tracing, const Leaf& leaf) {
#ifdef SMPI_H
  if constexpr (std::is_same_v<Tracing, traced>) {
    const SimulatedTracing simulated(session.world_rank(session.rank()));
    auto solution = run_shape<Shape>(session, has_problem, algorithm, problem, simulated, leaf);
    run_or_end_job(session, [&] { simulated.write(); });
    return solution;
  }
#endif
  return run_shape<Shape>(session, has_problem, algorithm, problem, tracing, leaf);
}

// The back ends: their requirements on an algorithm, and their calls.
template <placement from, placement to> struct HypercubeShape {
  static constexpr placement in = from, out = to;
  template <class A, class Tracing, class Leaf> using Of = HypercubeCall<in, out, A, Tracing, Leaf>;
  template <class A> static constexpr bool check() {
    static_assert(arity<A> == 2,
                  "unply: a hypercube halves: the algorithm's `divide` must give std::array<problem, 2>; "
                  "unply::mpi::tree takes any number of parts");
    return check_messages<in, out, A>() && arity<A> == 2;
  }
};
template <placement from, placement to> struct TreeShape {
  static constexpr placement in = from, out = to;
  template <class A, class Tracing, class Leaf> using Of = TreeCall<in, out, A, Tracing, Leaf>;
  template <class A> static constexpr bool check() {
    constexpr bool takes_two =
        arity<A> == 0 || arity<A> == 2 || in != placement::distributed || out == placement::distributed;
    static_assert(takes_two,
                  "unply: solutions of distributed data are combined two by two: the algorithm's `divide` must give "
                  "std::array<problem, 2>, or a std::vector if `combine` takes any number of solutions");
    return check_messages<in, out, A>() && takes_two;
  }
};

struct LeafOnThisThread {
  template <class A, class Tracing>
  solution_of<A> operator()(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing,
                            unsigned level) const {
    return unply::detail::run_leaf(algorithm, problem, tracing, level);
  }
};

// What both policies are made of.
template <class Shape> class Policy {
public:
  Policy(MPI_Comm comm, int root) : session_(std::make_shared<Session>(comm, root)) {}

  template <class A, class Tracing>
  solution_of<A> run(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing) const {
    return run_with(algorithm, problem, tracing, LeafOnThisThread());
  }

  template <class A, class Tracing, class Leaf>
  solution_of<A> run_with(const A& algorithm, const problem_of<A>& problem, const Tracing& tracing,
                          const Leaf& leaf) const {
    if constexpr (Shape::template check<A>()) {
      require_running_mpi();
      require_calling_thread(!std::is_same_v<Leaf, LeafOnThisThread>);
      const bool has_problem = Shape::in != placement::at_root || session_->rank() == session_->root();
      return run_heard<Shape>(*session_, has_problem, algorithm, problem, tracing, leaf);
    } else {
      return unply::detail::Nothing();
    }
  }

  // Whether this process had a part of the last call's problem. One that had none was idle, or solved the same as
  // another: more processes than the problem divides into, or than the largest power of two (hypercube).
  bool took_part() const { return session_->took_part(); }

private:
  std::shared_ptr<Session> session_;
};

} // namespace detail

// Division by two (mpi/hypercube.h). The problem lies and the solution goes everywhere, unless it is said otherwise;
// `root` is the process of at_root.
template <placement in = placement::replicated, placement out = placement::replicated>
class hypercube : public detail::Policy<detail::HypercubeShape<in, out>> {
public:
  explicit hypercube(MPI_Comm comm = MPI_COMM_WORLD, placed<in> = {}, placed<out> = {}, int root = 0)
      : detail::Policy<detail::HypercubeShape<in, out>>(comm, root) {}
};

// Any number of parts (mpi/tree.h). The problem lies at the root, and the solution goes there, unless it is said
// otherwise.
template <placement in = placement::at_root, placement out = placement::at_root>
class tree : public detail::Policy<detail::TreeShape<in, out>> {
public:
  explicit tree(MPI_Comm comm = MPI_COMM_WORLD, int root = 0, placed<in> = {}, placed<out> = {})
      : detail::Policy<detail::TreeShape<in, out>>(comm, root) {}
};

} // namespace unply::mpi
#endif
