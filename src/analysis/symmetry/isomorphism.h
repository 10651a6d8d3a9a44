// Decides whether two coloured graphs are isomorphic, component by component, so the choices of one component are never
// repeated for the choices of another. Of several isomorphisms it returns a random one.
#pragma once
#include "analysis/symmetry/coloured_lists.h"
#include "analysis/symmetry/search_answer.h"

namespace unply {

Isomorphism search_isomorphism(const Dag& a, std::span<const uint32_t> colours_a, const Dag& b,
                               std::span<const uint32_t> colours_b, const Deadline& deadline, uint64_t seed);

// A component of a graph as a separate graph. Vertex i is vertices[i].
Dag component_dag(const ColouredLists& lists, std::span<const uint32_t> vertices);

} // namespace unply
