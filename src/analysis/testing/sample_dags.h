// Graphs for unit tests: ideal ones from the catalogue of patterns, random ones, and copies in another order.
#pragma once
#include "analysis/pattern/pattern_shapes.h"
#include "graph/dag.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>
#include <random>

namespace unply {

inline Dag checked_dag(uint32_t vertices, const std::vector<DagEdge>& edges) {
  auto dag = Dag::from_edges(vertices, edges);
  REQUIRE(dag);
  return std::move(*dag);
}

inline Dag dag_of_shape(const Shape& shape) {
  IdealGraph ideal;
  shape.generate(ideal);
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < ideal.tasks(); ++v)
    for (uint32_t u : ideal.predecessors(v)) edges.push_back({u, v});
  return checked_dag(ideal.tasks(), edges);
}

inline Dag stencil_dag(uint64_t points, uint64_t steps) {
  return dag_of_shape(stencil_shape({.points = {points}, .steps = steps}));
}

inline Dag random_dag(uint32_t vertices, uint32_t edges, std::mt19937& random) {
  std::vector<DagEdge> list;
  for (uint32_t i = 0; vertices > 1 && i < edges; ++i) {
    auto a = static_cast<uint32_t>(random() % vertices), b = static_cast<uint32_t>(random() % vertices);
    if (a != b) list.push_back({std::min(a, b), std::max(a, b)});
  }
  return checked_dag(vertices, list);
}

struct Relabelled {
  Dag dag;
  std::vector<uint32_t> place; // of each vertex, its number in the copy
};

// The same graph in a random topological order: levels keep their order, vertices of one level do not.
inline Relabelled relabelled(const Dag& dag, std::mt19937& random) {
  std::vector<uint32_t> order(dag.vertices()), place(dag.vertices()), rank(dag.vertices()), level = levels_of(dag);
  std::iota(order.begin(), order.end(), 0);
  std::iota(rank.begin(), rank.end(), 0);
  std::ranges::shuffle(rank, random);
  std::ranges::sort(order, {}, [&](uint32_t v) { return std::pair(level[v], rank[v]); });
  for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<DagEdge> edges;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t w : dag.successors(v)) edges.push_back({place[v], place[w]});
  return {checked_dag(dag.vertices(), edges), std::move(place)};
}

} // namespace unply
