#include "bliss_orbits.h"
#include "definition.h"
#include <algorithm>
#include <bliss/graph.hh>
#include <map>
#include <memory>

namespace unply {
namespace {

// Edges in ascending order, so that the search does not depend on how a graph was made.
template <class Graph> std::unique_ptr<Graph> make_graph(const Dag& dag, const std::vector<uint32_t>& colours) {
  auto graph = std::make_unique<Graph>(dag.vertices());
  for (uint32_t v = 0; v < colours.size(); ++v) graph->change_color(v, colours[v]);
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v)) graph->add_edge(u, v);
  return graph;
}

struct Found {
  Joining orbits;
  const std::function<void(const std::vector<uint32_t>&)>& also;
};

void remember(void* user, unsigned vertices, const unsigned* image) {
  auto& found = *static_cast<Found*>(user);
  found.orbits.join_images({image, vertices});
  if (found.also) found.also({image, image + vertices});
}

// Colours with levels, as consecutive numbers.
std::vector<uint32_t> levelled_colours(const Dag& dag, const std::vector<uint32_t>& colours) {
  std::vector<uint32_t> level(dag.vertices(), 0), result;
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v)) level[v] = std::max(level[v], level[u] + 1);
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> number;
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    std::pair<uint32_t, uint32_t> colour{level[v], colours.empty() ? 0 : colours[v]};
    result.push_back(number.try_emplace(colour, static_cast<uint32_t>(number.size())).first->second);
  }
  return result;
}

// The edges and colours in bliss's canonical order.
std::pair<std::vector<std::pair<uint32_t, uint32_t>>, std::vector<uint32_t>> canonical(const SampleGraph& g) {
  std::unique_ptr<bliss::Digraph> graph = make_graph<bliss::Digraph>(g.dag(), g.colours);
  bliss::Stats stats;
  const unsigned* position = graph->canonical_form(stats, nullptr, nullptr);
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (const DagEdge& e : g.edges) edges.emplace_back(position[e.from], position[e.to]);
  std::ranges::sort(edges);
  edges.erase(std::ranges::unique(edges).begin(), edges.end());
  std::vector<uint32_t> colours(g.colours.size());
  for (uint32_t v = 0; v < colours.size(); ++v) colours[position[v]] = g.colours[v];
  return {edges, colours};
}
} // namespace

Partition orbits_by_bliss(const Dag& dag, const std::vector<uint32_t>& colours, BlissForm form,
                          const std::function<void(const std::vector<uint32_t>&)>& found) {
  Found all{Joining(dag.vertices()), found};
  bliss::Stats stats;
  std::unique_ptr<bliss::AbstractGraph> graph;
  if (form == BlissForm::directed)
    graph = make_graph<bliss::Digraph>(dag, colours);
  else
    graph = make_graph<bliss::Graph>(dag, levelled_colours(dag, colours));
  graph->find_automorphisms(stats, remember, &all);
  return all.orbits.partition();
}

bool isomorphic_by_bliss(const SampleGraph& a, const SampleGraph& b) {
  return a.vertices == b.vertices && canonical(a) == canonical(b);
}

} // namespace unply
