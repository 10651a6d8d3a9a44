// Random graphs of families in which symmetry is common, near, or hard to see: independent edges alone give almost
// none. Equal numbers give equal graphs, so a failure is named by its number.
#pragma once
#include "graphs.h"

namespace unply {

// One edge leads elsewhere, if the graph has an edge and room for another.
SampleGraph with_one_edge_moved(SampleGraph graph, Random& random);

SampleGraph small_graph(uint64_t number);  // at most 9 vertices; even numbers: no colours
SampleGraph larger_graph(uint64_t number); // at most 2000 vertices; even numbers: no colours

// Of at most 30 vertices and not random: where equitable partitions are coarser than orbits, or symmetry is large.
std::vector<SampleGraph> small_hard_graphs();
// The same, larger: strongly regular graphs and constructions of Cai, Fuerer and Immerman.
std::vector<SampleGraph> larger_hard_graphs();

} // namespace unply
