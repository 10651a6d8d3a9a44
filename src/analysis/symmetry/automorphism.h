// The certificate of an automorphism: a permutation of the vertices that keeps colours and edges (Definition 3.20 of
// execution-graphs-mora-2021). It uses no results of the search that found the permutation.
#pragma once
#include "graph/dag.h"
#include <span>

namespace unply {

// image: by vertex. colours: by vertex, empty for none.
bool is_automorphism(const Dag& dag, std::span<const uint32_t> colours, std::span<const uint32_t> image);

// The same for an image that differs from the identity on the `moved` vertices only; cost: their edges.
bool is_automorphism(const Dag& dag, std::span<const uint32_t> colours, std::span<const uint32_t> image,
                     std::span<const uint32_t> moved);

} // namespace unply
