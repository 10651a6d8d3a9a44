// Graphs of known shape: the codes of execution-graphs-mora-2021, section "Graph Analysis", at any size, undirected
// graphs that are hard for equitable partitions, and ways to make DAGs of them. Flow edges only; vertices are numbered
// in the order in which a sequential program would create the tasks. Used by tests/oracle and bench/quotient.
#pragma once
#include "graph/dag.h"
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace unply {

using Random = std::mt19937_64;

struct SampleGraph {
  std::string name;
  uint32_t vertices = 0;
  std::vector<DagEdge> edges;
  std::vector<uint32_t> colours = {}; // by vertex; empty: all the same

  Dag dag() const; // ends the program if this is no DAG
};

// A number below `bound`, the same on every machine, which std::uniform_int_distribution does not promise.
uint32_t below(Random& random, uint32_t bound);

// The codes. A task is one element of the result, one term of a sum, one point at one time, one cell, one butterfly.
SampleGraph madd(uint32_t rows, uint32_t columns);
SampleGraph mmult(uint32_t n);
SampleGraph heat(uint32_t points, uint32_t steps);
SampleGraph smith_waterman(uint32_t rows, uint32_t columns);
SampleGraph fft(uint32_t log2_points);

// Undirected, simple.
struct Undirected {
  std::string name;
  uint32_t vertices = 0;
  std::vector<std::pair<uint32_t, uint32_t>> edges;
};
Undirected cycle(uint32_t n);
Undirected petersen();
Undirected rook(uint32_t n);  // cells of an n x n board, in one row or column; 4: strongly regular (16, 6, 2, 2)
Undirected shrikhande();      // the same parameters as rook(4), another graph
Undirected paley(uint32_t p); // prime p = 1 mod 4; strongly regular, vertices and edges are one orbit each
Undirected prism(uint32_t n); // two cycles joined
Undirected complete_bipartite(uint32_t n);
Undirected random_cubic(uint32_t n, Random& random); // n even
Undirected disjoint(const Undirected& a, const Undirected& b);

// A vertex leads to each of its edges.
SampleGraph incidence(const Undirected& graph);
// u leads to the copies of its neighbours: two levels, the same degrees everywhere if the graph is regular.
SampleGraph double_cover(const Undirected& graph);
// The construction of Cai, Fuerer and Immerman: each edge has two vertices, 0 and 1, and each even choice of a base
// vertex's edges is a vertex that leads to 1 of the chosen and to 0 of its other edges. Twisted: odd choices at one
// base vertex. The two are not isomorphic if the graph is connected, and no equitable partition tells them apart.
SampleGraph cai_fuerer_immerman(const Undirected& graph, bool twisted);

SampleGraph side_by_side(const SampleGraph& a, const SampleGraph& b);
// a's vertices first, each of a's sinks leads to each of b's sources.
SampleGraph one_after_other(const SampleGraph& a, const SampleGraph& b);
// (u, v) leads to (u', v) and (u, v') for u -> u' and v -> v'; colours are pairs.
SampleGraph product(const SampleGraph& a, const SampleGraph& b);

// The same graph with its vertices in another topological order, chosen at random: position[v] is v's new number.
struct Relabelled {
  SampleGraph graph;
  std::vector<uint32_t> position;
};
Relabelled relabel(const SampleGraph& graph, Random& random);

} // namespace unply
