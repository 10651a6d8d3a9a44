#include "definition.h"
#include "measured_child.h"
#include "peers.h"
#ifdef UNPLY_HAVE_DEJAVU
#include <dejavu.h>
#endif

namespace unply {

#ifdef UNPLY_HAVE_DEJAVU
static PeerAnswer run_dejavu(const Dag& dag, const std::vector<uint32_t>& levels) {
  dejavu::static_graph graph;
  graph.initialize_graph(static_cast<int>(dag.vertices()), static_cast<int>(dag.edges()));
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    size_t degree = dag.predecessors(v).size() + dag.successors(v).size();
    graph.add_vertex(static_cast<int>(levels[v]), static_cast<int>(degree));
  }
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v)) graph.add_edge(u, v);
  Joining orbits(dag.vertices());
  dejavu_hook hook = [&](int, const int* image, int moved, const int* vertices) {
    for (int i = 0; i < moved; ++i)
      orbits.join(static_cast<uint32_t>(vertices[i]), static_cast<uint32_t>(image[vertices[i]]));
  };
  dejavu::solver solver;
  solver.set_print(false);
  double begin = cpu_seconds();
  solver.automorphisms(&graph, &hook);
  double seconds = cpu_seconds() - begin;
  return {seconds, orbits.partition().classes};
}

Peer dejavu_peer() { return {"dejavu", run_dejavu}; }
#else
Peer dejavu_peer() { return {"dejavu", {}}; }
#endif

} // namespace unply
