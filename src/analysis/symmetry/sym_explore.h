// SYM-Explore (Algorithm 4 of execution-graphs-mora-2021): repeated quotients by the automorphism group until only the
// identity is left.
//
// The paper's line 5 says G/A; Q/A is meant, since A acts on Q. The next round gets the simple quotient: neither sizes
// of classes nor numbers of edges, so classes of different size may become one.
//
// In each round every member of a class has a predecessor in each class that leads to it, and so through all rounds:
// members of one class are on one level of the graph, classes are independent sets, the quotient is acyclic, and if it
// is a chain its number of classes is the length of the longest path.
#pragma once
#include "analysis/symmetry/orbits.h"
#include "analysis/symmetry/quotient.h"

namespace unply {

struct SymRound {
  uint32_t vertices = 0, edges = 0; // of the graph whose orbits are taken
  OrbitPartition found;             // on its vertices
};

struct SymOptions {
  double limit_s = 60;               // of all searches that backtrack together
  uint32_t most_rounds = 0xffffffff; // 1: only G/Aut(G)
  uint64_t seed = 1;
};

struct SymExploration {
  std::vector<SymRound> rounds;             // each made its graph smaller
  Partition relation;                       // on the graph's vertices, after all rounds (Remark 3.19)
  bool finished = false;                    // no automorphism but the identity is left, or none was found
  bool proven = false;                      // each partition into orbits is, the last trivial one as well
  uint32_t equitable_cells = 0;             // of the graph itself
  OrbitProof last_proof = OrbitProof::none; // that no further round would make it smaller, where `finished`

  // The relation on the graph's vertices after the first `count` rounds.
  Partition relation_after(size_t count, uint32_t vertices) const;
};

// colours: by vertex, automorphisms keep them and classes inherit them; empty: all the same, as in the paper.
Result<SymExploration> sym_explore(const Dag& dag, std::span<const uint32_t> colours, const SymOptions& options = {});

} // namespace unply
