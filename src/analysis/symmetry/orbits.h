// The orbits of the automorphism group of a graph (Definition 3.20 and Remark 3.21 of execution-graphs-mora-2021):
// two tasks are in one orbit if some automorphism maps one to the other.
//
// Upper bound: the coarsest equitable partition, which every automorphism keeps. Lower bound: the automorphisms found,
// each of which is verified on all edges it moves. Where both agree the orbits are proven. Where they do not, a
// search that backtracks decides pair by pair, within a limit of time.
#pragma once
#include "analysis/symmetry/automorphism.h"
#include "analysis/symmetry/partition.h"
#include "graph/dag.h"
#include <span>

namespace unply {

struct OrbitOptions {
  double limit_s = 60; // of the search that backtracks; automorphisms found before it need none
  uint64_t seed = 1;   // of the random choices; the result does not depend on it where it is proven
};

enum class OrbitProof {
  equitable, // the orbits found are the cells of the coarsest equitable partition
  searched,  // a complete search found that no further vertices are equivalent
  none       // time ran out: a partition into orbits of a subgroup, the true orbits may be unions of them
};

struct OrbitPartition {
  Partition orbits;
  uint32_t equitable_cells = 0;
  uint64_t automorphisms = 0; // found and verified
  OrbitProof proof = OrbitProof::equitable;
};

// colours: by vertex, automorphisms keep them; empty: all the same.
OrbitPartition find_orbits(const Dag& dag, std::span<const uint32_t> colours, const OrbitOptions& options = {});

// The coarsest partition finer than the colours in which vertices of one class have equally many predecessors and
// equally many successors in each class. Its quotient is acyclic and its classes are independent sets.
Partition coarsest_equitable_partition(const Dag& dag, std::span<const uint32_t> colours);

// By vertex of `a` a vertex of `b`: a one-to-one map under which edges and colours agree, verified on all edges. Empty
// if there is none or, rarely, if none was found. Colours: empty for none.
std::vector<uint32_t> find_isomorphism(const Dag& a, std::span<const uint32_t> colours_a, const Dag& b,
                                       std::span<const uint32_t> colours_b, const OrbitOptions& options = {});

} // namespace unply
