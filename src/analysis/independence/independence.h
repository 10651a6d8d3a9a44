// Finds task instances that could run at the same time: vertices with no path between them (Definitions 3.4 and 3.7 of
// execution-graphs-mora-2021). The transitive closure is never formed: vertices are numbered in a topological order, so
// each question is one or two sweeps over them, O(vertices + edges).
//
// Sets of vertices are ascending lists without repetition.
#pragma once
#include "graph/dag.h"
#include <optional>

namespace unply {

// Whether no path leads from one to the other. A vertex is independent of itself: there are no cycles.
bool are_independent(const Dag& dag, uint32_t u, uint32_t v);

// [v] of Definition 3.4: the vertices independent of v, and v.
std::vector<uint32_t> independent_of(const Dag& dag, uint32_t v);

// A path between two vertices of the set, from its first vertex to its last: why the set is not independent. Empty if
// it is.
std::vector<uint32_t> path_within(const Dag& dag, const std::vector<uint32_t>& set);

inline bool is_independent(const Dag& dag, const std::vector<uint32_t>& set) { return path_within(dag, set).empty(); }

// The first vertex independent of all of an independent set and not in it: why the set is not maximal. None if it is.
std::optional<uint32_t> vertex_to_add(const Dag& dag, const std::vector<uint32_t>& set);

// A maximal independent set that contains the given independent one.
std::vector<uint32_t> complete_to_maximal(const Dag& dag, const std::vector<uint32_t>& set);

// Definition 3.7. Both hold for a graph of one vertex, and of none.
bool is_completely_serial(const Dag& dag);
bool is_completely_parallel(const Dag& dag);

} // namespace unply
