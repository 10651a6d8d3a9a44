// Certificates of results about independence. They use only the edges of the graph and none of the code that found the
// results; each fails, as a defect, on a wrong result. O(vertices + edges).
#pragma once
#include "graph/dag.h"

namespace unply {

// A cover by chains is given by the edges that they take: how many chains run from one vertex to the other. Chains
// begin and end where these numbers differ; listing them vertex by vertex could take vertices^2 / 9 entries.
struct ChainLink {
  uint32_t from, to, chains;
};

// The set is ascending and independent.
Result<void> check_independent_set(const Dag& dag, const std::vector<uint32_t>& set);

// The set is [v] of Definition 3.4.
Result<void> check_independent_of(const Dag& dag, uint32_t v, const std::vector<uint32_t>& set);

// Each vertex has an edge to the next.
Result<void> check_path(const Dag& dag, const std::vector<uint32_t>& path);

// How many chains there are in a cover of all vertices; no independent set is larger.
Result<uint64_t> count_chains(const Dag& dag, const std::vector<ChainLink>& cover);

// The same of a cover that a search has counted as well, beside an independent set of so many vertices.
Result<uint64_t> checked_chains(const Dag& dag, const std::vector<ChainLink>& cover, uint64_t counted,
                                uint64_t independent);

} // namespace unply
