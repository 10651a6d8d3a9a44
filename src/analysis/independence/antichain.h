// A largest independent set of a graph, a maximum antichain of its order: how many tasks could run at the same time at
// most. By Dilworth's theorem it has as many members as the fewest chains that cover all vertices, so an independent
// set and a cover of the same size prove each other; both are checked by code that shares nothing with the search.
//
// Chains may share vertices, so they are found as a flow along the edges of the graph itself (chain_cover.h) and the
// transitive closure is never formed. Memory: 4 bytes an edge and 30 a vertex beside the graph.
#pragma once
#include "analysis/independence/antichain_options.h"
#include "analysis/independence/check_independence.h"

namespace unply {

struct AntichainResult {
  std::vector<uint32_t> antichain; // ascending; the largest found, a maximal one
  uint32_t lower = 0;              // its size
  uint32_t upper = 0;              // chains in the cover found
  uint32_t widest_level = 0;       // of the earliest levels: the most that a level-by-level schedule can use
  std::vector<ChainLink> cover;
  uint64_t arcs = 0; // looked at
  bool proven() const { return lower == upper; }
};

// Fails only if a check does, which is a defect.
Result<AntichainResult> find_maximum_antichain(const Dag& dag, const AntichainOptions& options = {});

} // namespace unply
