// Surroundings are hashed in rounds over the edges, in and out apart, from the longest paths to and from a task. They
// only order and refuse; what they let through is verified.
#include "analysis/pattern_match.h"
#include "analysis/hash_numbers.h"
#include "analysis/orbits.h"
#include <algorithm>

namespace unply {

namespace {
constexpr int kRounds = 3; // three cost 0.2 s at a million tasks and tell apart all that is not a symmetric twin
constexpr double kSearchLimit_s = 10;

template <class Graph> std::vector<uint64_t> hash_surroundings(const Graph& graph, uint32_t n) {
  std::vector<uint32_t> level(n, 0), height(n, 0);
  for (uint32_t v = 0; v < n; ++v)
    for (uint32_t u : graph.predecessors(v)) level[v] = std::max(level[v], level[u] + 1);
  for (uint32_t v = n; v-- > 0;)
    for (uint32_t u : graph.predecessors(v)) height[u] = std::max(height[u], height[v] + 1);
  std::vector<uint64_t> hash(n), sum(n);
  for (uint32_t v = 0; v < n; ++v) hash[v] = mixed((uint64_t{level[v]} << 32) | height[v]);
  for (int round = 0; round < kRounds; ++round) {
    std::fill(sum.begin(), sum.end(), 0);
    for (uint32_t v = 0; v < n; ++v)
      for (uint32_t u : graph.predecessors(v)) {
        sum[v] += mixed(hash[u]);
        sum[u] += mixed(~hash[v]);
      }
    for (uint32_t v = 0; v < n; ++v) hash[v] = mixed(hash[v] * 3 + sum[v]);
  }
  return hash;
}

void add_colours(std::vector<uint64_t>& hash, std::span<const uint32_t> colours) {
  for (size_t v = 0; v < colours.size(); ++v) hash[v] = mixed(hash[v] + colours[v] + 1);
}

std::vector<uint32_t> sorted_by_hash(const std::vector<uint64_t>& hash) {
  std::vector<std::pair<uint64_t, uint32_t>> keys(hash.size());
  for (uint32_t v = 0; v < hash.size(); ++v) keys[v] = {hash[v], v};
  std::sort(keys.begin(), keys.end());
  std::vector<uint32_t> order(hash.size());
  for (size_t i = 0; i < keys.size(); ++i) order[i] = keys[i].second;
  return order;
}

bool colours_agree(std::span<const uint32_t> colours, std::span<const uint32_t> ideal_colours,
                   std::span<const uint32_t> image) {
  for (size_t v = 0; v < colours.size(); ++v)
    if (colours[v] != ideal_colours[image[v]]) return false;
  return true;
}

// Tasks with equal surroundings in the order of their numbers on both sides; empty if the surroundings differ.
std::vector<uint32_t> map_by_surroundings(const std::vector<uint64_t>& hash, const std::vector<uint64_t>& ideal_hash) {
  std::vector<uint32_t> order = sorted_by_hash(hash), ideal_order = sorted_by_hash(ideal_hash);
  std::vector<uint32_t> image(hash.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (hash[order[i]] != ideal_hash[ideal_order[i]]) return {};
    image[order[i]] = ideal_order[i];
  }
  return image;
}

Dag dag_of(const IdealGraph& ideal) {
  std::vector<DagEdge> edges;
  edges.reserve(ideal.edges());
  for (uint32_t v = 0; v < ideal.tasks(); ++v)
    for (uint32_t u : ideal.predecessors(v)) edges.push_back({u, v});
  auto dag = Dag::from_edges(ideal.tasks(), edges);
  return dag ? std::move(*dag) : Dag();
}
} // namespace

bool agrees_on_every_edge(const Dag& dag, const IdealGraph& ideal, std::span<const uint32_t> image) {
  uint32_t n = dag.vertices();
  if (ideal.tasks() != n || ideal.edges() != dag.edges() || image.size() != n) return false;
  std::vector<bool> taken(n, false);
  for (uint32_t x : image) {
    if (x >= n || taken[x]) return false;
    taken[x] = true;
  }
  std::vector<uint32_t> mapped;
  for (uint32_t v = 0; v < n; ++v) {
    mapped.clear();
    for (uint32_t u : dag.predecessors(v)) mapped.push_back(image[u]);
    std::sort(mapped.begin(), mapped.end());
    if (!std::ranges::equal(mapped, ideal.predecessors(image[v]))) return false;
  }
  return true;
}

bool PatternMatcher::matches_in_order(const IdealGraph& ideal) const {
  if (ideal.tasks() != dag_.vertices() || ideal.edges() != dag_.edges()) return false;
  for (uint32_t v = 0; v < dag_.vertices(); ++v)
    if (!std::ranges::equal(dag_.predecessors(v), ideal.predecessors(v))) return false;
  return true;
}

bool PatternMatcher::matches(const IdealGraph& ideal, std::span<const uint32_t> colours,
                             std::span<const uint32_t> ideal_colours) {
  if (ideal.tasks() != dag_.vertices() || ideal.edges() != dag_.edges()) return false;
  if (std::ranges::equal(colours, ideal_colours) && matches_in_order(ideal)) return true;
  if (surroundings_.empty()) surroundings_ = hash_surroundings(dag_, dag_.vertices());
  std::vector<uint64_t> hash = surroundings_, ideal_hash = hash_surroundings(ideal, ideal.tasks());
  add_colours(hash, colours), add_colours(ideal_hash, ideal_colours);
  std::vector<uint32_t> image = map_by_surroundings(hash, ideal_hash);
  if (image.empty()) return false;
  if (agrees_on_every_edge(dag_, ideal, image)) return colours_agree(colours, ideal_colours, image);
  OrbitOptions options;
  options.limit_s = kSearchLimit_s;
  image = find_isomorphism(dag_, colours, dag_of(ideal), ideal_colours, options);
  return agrees_on_every_edge(dag_, ideal, image) && colours_agree(colours, ideal_colours, image);
}

} // namespace unply
