// The weakly connected components of a graph, sorted into kinds: those of one kind are verified to be one graph.
#pragma once
#include "analysis/pattern/pattern_shapes.h"
#include "graph/dag.h"

namespace unply {

struct WeakComponents {
  std::vector<uint32_t> members; // vertices, those of a component together and ascending
  std::vector<uint32_t> first;   // of each component in members, and the end
  uint32_t count() const { return static_cast<uint32_t>(first.size() - 1); }
  std::span<const uint32_t> vertices_of(uint32_t component) const {
    return std::span(members).subspan(first[component], first[component + 1] - first[component]);
  }
};

WeakComponents weak_components(const Dag& dag);

// The vertices, ascending, and the edges between them, renumbered in their order.
Dag induced(const Dag& dag, std::span<const uint32_t> vertices);

struct ComponentKind {
  Dag graph; // of the first of them
  uint64_t count = 0;
  uint32_t first = 0; // component
};

// By falling number of tasks in all components of the kind, then by first component. Empty if there are more than
// `most` kinds.
std::vector<ComponentKind> component_kinds(const Dag& dag, const WeakComponents& components, size_t most);

} // namespace unply
