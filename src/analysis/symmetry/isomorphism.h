// Whether two coloured graphs are isomorphic, decided component by component, so that the choices of one component are
// never tried again for those of another. Where there are many isomorphisms, the one found is a random one.
#pragma once
#include "analysis/symmetry/coloured_lists.h"
#include "analysis/symmetry/search_answer.h"

namespace unply {

Isomorphism search_isomorphism(const Dag& a, std::span<const uint32_t> colours_a, const Dag& b,
                               std::span<const uint32_t> colours_b, const Deadline& deadline, uint64_t seed);

// The part of a graph that a component is, as a graph of its own. Vertex i is vertices[i].
Dag component_dag(const ColouredLists& lists, std::span<const uint32_t> vertices);

} // namespace unply
