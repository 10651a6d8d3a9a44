// Builds both adjacencies by counting sort, without comparing edges: scattering by source and then by sink makes each
// list of predecessors ascending, and the reverse makes the lists of successors ascending.
#include "graph/dag.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace unply {

Result<void> Dag::check_size(uint64_t vertices, uint64_t edges) {
  if (vertices > kMostVertices) return fail(fmt::format("graph: {} tasks, at most {} fit", vertices, kMostVertices));
  if (edges > kMostEdges)
    return fail(fmt::format("graph: {} edges, at most {} fit", edges, kMostEdges),
                "choose fewer dependences (--kinds flow), one trace region (--trace), or coarser tasks");
  return {};
}

namespace {
// Rows of the transposed lists; sources come out ascending in each.
struct Lists {
  std::vector<uint32_t> first, items;
};

Lists transposed(const Lists& lists) {
  size_t n = lists.first.size() - 1;
  Lists result{std::vector<uint32_t>(n + 1, 0), std::vector<uint32_t>(lists.items.size())};
  for (uint32_t item : lists.items) ++result.first[item + 1];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  std::vector<uint32_t> next(result.first.begin(), result.first.end() - 1);
  for (uint32_t v = 0; v < n; ++v)
    for (uint32_t i = lists.first[v]; i < lists.first[v + 1]; ++i) result.items[next[lists.items[i]]++] = v;
  return result;
}

// Precondition: each list is ascending.
void drop_repeated(Lists& lists) {
  uint32_t kept = 0, begin = 0;
  for (size_t v = 0; v + 1 < lists.first.size(); ++v) {
    uint32_t end = lists.first[v + 1], row = kept;
    for (uint32_t i = begin; i < end; ++i)
      if (kept == row || lists.items[kept - 1] != lists.items[i]) lists.items[kept++] = lists.items[i];
    begin = end;
    lists.first[v + 1] = kept;
  }
  lists.items.resize(kept);
}
// By sink, then source, none twice: a third of the work is enough then.
bool sorted_by_sink(const std::vector<DagEdge>& edges) {
  for (size_t e = 1; e < edges.size(); ++e) {
    const DagEdge &a = edges[e - 1], &b = edges[e];
    if (a.to > b.to || (a.to == b.to && a.from >= b.from)) return false;
  }
  return true;
}

std::unexpected<Error> not_ascending(const DagEdge& e, uint32_t vertices) {
  return fail(
      fmt::format("graph: edge from vertex {} to {} is not ascending within {} vertices", e.from, e.to, vertices));
}
} // namespace

Result<Dag> Dag::from_edges(uint32_t vertices, const std::vector<DagEdge>& edges) {
  TRY(check_size(vertices, edges.size()));
  Dag dag;
  if (sorted_by_sink(edges)) {
    Lists in{std::vector<uint32_t>(size_t{vertices} + 1, 0), {}};
    in.items.reserve(edges.size());
    for (const DagEdge& e : edges) {
      if (e.from >= e.to || e.to >= vertices) return not_ascending(e, vertices);
      ++in.first[e.to + 1];
      in.items.push_back(e.from);
    }
    std::partial_sum(in.first.begin(), in.first.end(), in.first.begin());
    Lists out = transposed(in);
    dag.in_first_ = std::move(in.first), dag.in_ = std::move(in.items);
    dag.out_first_ = std::move(out.first), dag.out_ = std::move(out.items);
    return dag;
  }
  Lists out{std::vector<uint32_t>(size_t{vertices} + 1, 0), std::vector<uint32_t>(edges.size())};
  for (const DagEdge& e : edges) {
    if (e.from >= e.to || e.to >= vertices) return not_ascending(e, vertices);
    ++out.first[e.from + 1];
  }
  std::partial_sum(out.first.begin(), out.first.end(), out.first.begin());
  {
    std::vector<uint32_t> next(out.first.begin(), out.first.end() - 1);
    for (const DagEdge& e : edges) out.items[next[e.from]++] = e.to;
  }
  Lists in = transposed(out);
  drop_repeated(in);
  out = transposed(in);
  dag.in_first_ = std::move(in.first), dag.in_ = std::move(in.items);
  dag.out_first_ = std::move(out.first), dag.out_ = std::move(out.items);
  return dag;
}

bool Dag::has_edge(uint32_t from, uint32_t to) const {
  auto from_list = successors(from), to_list = predecessors(to);
  return from_list.size() < to_list.size() ? std::ranges::binary_search(from_list, to)
                                           : std::ranges::binary_search(to_list, from);
}

std::vector<uint32_t> levels_of(const Dag& dag) {
  std::vector<uint32_t> level(dag.vertices(), 0);
  for (uint32_t v = 0; v < dag.vertices(); ++v)
    for (uint32_t u : dag.predecessors(v)) level[v] = std::max(level[v], level[u] + 1);
  return level;
}

} // namespace unply
