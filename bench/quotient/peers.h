// Other programs that find the orbits of a graph, to measure beside ours. Each is given the graph with the length of
// the longest path to a vertex as its colour, undirected: that has the same automorphisms, and is the form that all
// take. Seconds are those of the search: making a library's own form of the graph is not counted.
#pragma once
#include "graph/dag.h"
#include <functional>
#include <string>
#include <vector>

namespace unply {

struct PeerAnswer {
  double seconds = 0;
  uint32_t orbits = 0;
};

struct Peer {
  std::string name;
  // Empty where the library was not there when this was built.
  std::function<PeerAnswer(const Dag& dag, const std::vector<uint32_t>& levels)> find_orbits;
};

Peer traces_peer();
Peer dejavu_peer();
Peer bliss_peer();

} // namespace unply
