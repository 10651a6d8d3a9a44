#include "definition.h"
#include "measured_child.h"
#include "peers.h"
#ifdef UNPLY_HAVE_BLISS
#include <bliss/graph.hh>
#endif

namespace unply {

#ifdef UNPLY_HAVE_BLISS
static void join_images(void* orbits, unsigned vertices, const unsigned* image) {
  static_cast<Joining*>(orbits)->join_images({image, vertices});
}

static PeerAnswer run_bliss(const Dag& dag, const std::vector<uint32_t>& levels) {
  bliss::Graph graph(dag.vertices());
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    graph.change_color(v, levels[v]);
    for (uint32_t u : dag.predecessors(v)) graph.add_edge(u, v);
  }
  Joining orbits(dag.vertices());
  bliss::Stats stats;
  double begin = cpu_seconds();
  graph.find_automorphisms(stats, join_images, &orbits);
  double seconds = cpu_seconds() - begin;
  return {seconds, orbits.partition().classes};
}

Peer bliss_peer() { return {"bliss", run_bliss}; }
#else
Peer bliss_peer() { return {"bliss", {}}; }
#endif

} // namespace unply
