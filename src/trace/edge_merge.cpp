#include "trace/edge_merge.h"
#include <algorithm>
#include <tuple>

namespace unply {

static auto order(const EdgeRow& e) { return std::tuple(e.to, e.from, e.kind, e.site_from, e.site_to); }
static bool before(const EdgeRow& a, const EdgeRow& b) { return order(a) < order(b); }
static bool same_edge(const EdgeRow& a, const EdgeRow& b) {
  return a.to == b.to && a.from == b.from && a.kind == b.kind;
}

// A recorder passes the few edges of one vertex after the edges of another: sorting within each vertex costs a fifth of
// sorting all, which is needed only for nested tasks.
static void sort_edges(std::vector<EdgeRow>& edges) {
  bool in_order = true;
  for (auto first = edges.begin(); first != edges.end();) {
    auto last = std::find_if(first, edges.end(), [&](const EdgeRow& e) { return e.to != first->to; });
    std::sort(first, last, before);
    in_order &= first == edges.begin() || (first - 1)->to < first->to;
    first = last;
  }
  if (!in_order) std::sort(edges.begin(), edges.end(), before);
}

// Returns all pairs of the rows of one edge, ascending and without duplicates.
static void gather_pairs(std::span<const EdgeRow> rows, const SitePairSets& sets, std::vector<SitePair>& pairs) {
  pairs.clear();
  for (const EdgeRow& row : rows) {
    auto set = sets.at(row.pairs);
    pairs.insert(pairs.end(), set.begin(), set.end());
    if (row.pairs == 0) pairs.push_back({row.site_from, row.site_to, row.bytes});
  }
  auto key = [](const SitePair& pair) { return std::pair(pair.from, pair.to); };
  if (!std::ranges::is_sorted(pairs, {}, key)) std::ranges::sort(pairs, {}, key);
  size_t kept = 0;
  for (const SitePair& pair : pairs) {
    if (kept > 0 && key(pairs[kept - 1]) == key(pair))
      pairs[kept - 1].bytes += pair.bytes;
    else
      pairs[kept++] = pair;
  }
  pairs.resize(kept);
}

size_t merge_sorted_edges(std::span<EdgeRow> edges, SitePairSets& sets) {
  std::vector<SitePair> pairs;
  auto out = edges.begin();
  for (auto at = edges.begin(); at != edges.end();) {
    auto first = at;
    while (at != edges.end() && same_edge(*at, *first)) ++at;
    EdgeRow edge = *first;
    if (at - first > 1) {
      gather_pairs({first, at}, sets, pairs);
      auto most = std::ranges::max_element(pairs, {}, &SitePair::bytes);
      edge.site_from = most->from, edge.site_to = most->to;
      edge.bytes = 0;
      for (const SitePair& pair : pairs) edge.bytes += pair.bytes;
      edge.pairs = pairs.size() == 1 ? 0 : sets.find_or_add(pairs);
    }
    *out++ = edge;
  }
  return static_cast<size_t>(out - edges.begin());
}

void merge_edges(std::vector<EdgeRow>& edges, SitePairSets& sets) {
  sort_edges(edges);
  edges.resize(merge_sorted_edges(edges, sets));
}

} // namespace unply
