// The library bliss as a peer: the same questions, answered by code of others.
#pragma once
#include "analysis/symmetry/partition.h"
#include "graphs.h"
#include <functional>

namespace unply {

// directed: bliss's digraphs. levelled: its undirected graphs, with the longest path to each vertex in its colour,
// which has the same automorphisms. Each automorphism found is also given to `found`.
enum class BlissForm { directed, levelled };
Partition orbits_by_bliss(const Dag& dag, const std::vector<uint32_t>& colours, BlissForm form,
                          const std::function<void(const std::vector<uint32_t>&)>& found = {});

bool isomorphic_by_bliss(const SampleGraph& a, const SampleGraph& b);

} // namespace unply
