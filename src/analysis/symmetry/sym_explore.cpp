#include "analysis/symmetry/sym_explore.h"
#include "base/none.h"
#include <chrono>
#include <numeric>

namespace unply {

namespace {

// Colours of the classes. All members of one class have the same.
std::vector<uint32_t> colours_of_classes(const Partition& orbits, const std::vector<uint32_t>& colours) {
  std::vector<uint32_t> result(colours.empty() ? 0 : orbits.classes);
  for (size_t v = 0; v < colours.size(); ++v) result[orbits.class_of[v]] = colours[v];
  return result;
}

// Edges between classes, each once; nothing else of the quotient is needed to go on.
Result<Dag> simple_quotient(const Dag& dag, const Partition& orbits) {
  std::vector<DagEdge> edges;
  std::vector<uint32_t> representative(orbits.classes, kNone), last_from(orbits.classes, kNone);
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    uint32_t& first = representative[orbits.class_of[v]];
    if (first == kNone) first = v;
  }
  // Automorphisms carry the representative to every member, so its edges lead to all classes that the members' do.
  for (uint32_t c = 0; c < orbits.classes; ++c)
    for (uint32_t w : dag.successors(representative[c])) {
      uint32_t d = orbits.class_of[w];
      if (last_from[d] == c) continue;
      last_from[d] = c;
      edges.push_back({c, d});
    }
  return Dag::from_edges(orbits.classes, edges);
}

bool is_proven(OrbitProof proof) { return proof != OrbitProof::none; }
} // namespace

Result<SymExploration> sym_explore(const Dag& dag, std::span<const uint32_t> colours, const SymOptions& options) {
  SymExploration result;
  result.relation.class_of.resize(dag.vertices());
  std::iota(result.relation.class_of.begin(), result.relation.class_of.end(), 0);
  result.relation.classes = dag.vertices();
  result.proven = true;
  Dag current = dag;
  std::vector<uint32_t> current_colours(colours.begin(), colours.end());
  double left_s = options.limit_s;
  while (result.rounds.size() < options.most_rounds) {
    auto start = std::chrono::steady_clock::now();
    OrbitPartition found =
        find_orbits(current, current_colours, {.limit_s = left_s > 0 ? left_s : 0, .seed = options.seed});
    left_s -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.proven &= is_proven(found.proof);
    if (result.rounds.empty()) result.equitable_cells = found.equitable_cells;
    result.last_proof = found.proof;
    if (found.orbits.classes == current.vertices()) {
      result.finished = true;
      return result;
    }
    for (uint32_t& c : result.relation.class_of) c = found.orbits.class_of[c];
    result.relation.classes = found.orbits.classes;
    auto next = simple_quotient(current, found.orbits);
    if (!next) return error_of(next);
    current_colours = colours_of_classes(found.orbits, current_colours);
    result.rounds.push_back({current.vertices(), current.edges(), std::move(found)});
    current = std::move(*next);
  }
  return result;
}

Partition SymExploration::relation_after(size_t count, uint32_t vertices) const {
  Partition result;
  result.class_of.resize(vertices);
  std::iota(result.class_of.begin(), result.class_of.end(), 0);
  result.classes = vertices;
  for (size_t round = 0; round < count; ++round) {
    for (uint32_t& c : result.class_of) c = rounds[round].found.orbits.class_of[c];
    result.classes = rounds[round].found.orbits.classes;
  }
  return result;
}

} // namespace unply
