#include "trace/edge_merge.h"
#include <algorithm>
#include <tuple>

namespace unply {

static auto order(const EdgeRow& e) { return std::tuple(e.to, e.from, e.kind, e.site_from, e.site_to); }
static bool before(const EdgeRow& a, const EdgeRow& b) { return order(a) < order(b); }
static bool same_edge(const EdgeRow& a, const EdgeRow& b) {
  return a.to == b.to && a.from == b.from && a.kind == b.kind;
}

// A recorder hands over the few edges of one vertex after those of another: sorting within each vertex costs a fifth
// of sorting all, which remains for nested tasks.
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

void merge_edges(std::vector<EdgeRow>& edges) {
  sort_edges(edges);
  auto out = edges.begin();
  for (auto at = edges.begin(); at != edges.end();) {
    EdgeRow edge = *at;
    uint64_t best = 0, total = 0;
    for (auto first = at; at != edges.end() && same_edge(*at, *first);) {
      uint64_t pair = 0;
      auto sites = at;
      for (; at != edges.end() && order(*at) == order(*sites); ++at) {
        total += at->bytes;
        pair += at->bytes - at->other_bytes;
      }
      if (pair > best || sites == first) {
        best = pair;
        edge.site_from = sites->site_from;
        edge.site_to = sites->site_to;
      }
    }
    edge.bytes = total;
    edge.other_bytes = total - best;
    *out++ = edge;
  }
  edges.erase(out, edges.end());
}

} // namespace unply
