// Where the problem lies before a call of an MPI back end, and where the solution lies after it. The types of
// divide-and-conquer-skeletons-2007, section 3, are three of the nine pairs: hypercube is replicated to replicated,
// classical is at_root to at_root, embarrassing divisibility is distributed to any, and trivial combine any to
// distributed.
//
//   unply::mpi::hypercube{comm, unply::distributed, unply::replicated}
#ifndef UNPLY_DIVIDE_AND_CONQUER_PLACEMENT_H
#define UNPLY_DIVIDE_AND_CONQUER_PLACEMENT_H

namespace unply {

enum class placement {
  at_root,     // on one process; the others pass any problem, and get an empty solution
  replicated,  // the same on all processes
  distributed, // each process has a part of its own, in the order of ranks (what a tree hands out at its root: from it
               // on)
};

template <placement where> struct placed {};

inline constexpr placed<placement::at_root> at_root;
inline constexpr placed<placement::replicated> replicated;
inline constexpr placed<placement::distributed> distributed;

} // namespace unply
#endif
