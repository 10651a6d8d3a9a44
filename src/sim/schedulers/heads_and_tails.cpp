// Heads: task v waits for all its ancestors. For each h and g, the ancestors that start at h or later and from whose
// end at least g passes before v starts need sum / P between h and head(v) - g. Tails are the heads of the mirrored
// graph. O(tasks^3), once for each graph and P.
#include "sim/schedulers/tree_search.h"
#include <algorithm>

namespace unply {

SmallGraph SmallGraph::of(const JobGraph& jobs) {
  SmallGraph graph;
  graph.length = jobs.length;
  graph.lock = jobs.lock;
  for (uint32_t v = 0; v < jobs.tasks(); ++v) {
    auto before = jobs.dag.predecessors(v), after = jobs.dag.successors(v);
    graph.before.emplace_back(before.begin(), before.end());
    graph.after.emplace_back(after.begin(), after.end());
  }
  return graph;
}

SmallGraph SmallGraph::reversed() const {
  SmallGraph other;
  uint32_t n = tasks();
  auto mirrored = [n](const std::vector<uint32_t>& list) {
    std::vector<uint32_t> mirror;
    for (size_t i = list.size(); i-- > 0;) mirror.push_back(n - 1 - list[i]);
    return mirror;
  };
  for (uint32_t v = n; v-- > 0;) {
    other.length.push_back(length[v]);
    other.before.push_back(mirrored(after[v]));
    other.after.push_back(mirrored(before[v]));
    if (!lock.empty()) other.lock.push_back(lock[v]);
  }
  return other;
}

namespace {
constexpr uint64_t kNoPath = ~uint64_t{0};
constexpr uint32_t kMostLoadTasks = 128; // the intervals of overloaded() take 4 tasks^3 steps for each makespan

// The heaviest path between the end of each task u and the start of v; kNoPath if v does not depend on u.
std::vector<uint64_t> paths_to(const SmallGraph& graph, uint32_t v) {
  std::vector<uint64_t> gap(v + 1, kNoPath);
  gap[v] = 0;
  for (uint32_t u = v; u-- > 0;)
    for (uint32_t w : graph.after[u]) {
      if (w > v || gap[w] == kNoPath) continue;
      uint64_t through = gap[w] + (w == v ? 0 : graph.length[w]);
      gap[u] = gap[u] == kNoPath ? through : std::max(gap[u], through);
    }
  return gap;
}

std::vector<uint64_t> heads_of(const SmallGraph& graph, uint32_t processors) {
  std::vector<uint64_t> head(graph.tasks());
  for (uint32_t v = 0; v < graph.tasks(); ++v) {
    std::vector<uint64_t> gap = paths_to(graph, v), gaps;
    std::vector<uint32_t> ancestors;
    for (uint32_t u = 0; u < v; ++u)
      if (gap[u] != kNoPath && graph.length[u] > 0) ancestors.push_back(u), gaps.push_back(gap[u]);
    for (uint32_t u : graph.before[v]) head[v] = std::max(head[v], head[u] + graph.length[u]);
    std::ranges::sort(ancestors, std::greater<>(), [&](uint32_t u) { return head[u]; });
    std::ranges::sort(gaps);
    gaps.erase(std::ranges::unique(gaps).begin(), gaps.end());
    for (uint64_t least : gaps) {
      uint64_t sum = 0;
      for (uint32_t u : ancestors) {
        if (gap[u] < least) continue;
        sum += graph.length[u];
        head[v] = std::max(head[v], head[u] + (sum + processors - 1) / processors + least);
      }
    }
  }
  return head;
}
} // namespace

HeadsAndTails find_heads_and_tails(const SmallGraph& graph, uint32_t processors) {
  HeadsAndTails known{heads_of(graph, processors), heads_of(graph.reversed(), processors)};
  std::ranges::reverse(known.tail);
  return known;
}

bool overloaded(const SmallGraph& graph, const HeadsAndTails& known, uint32_t processors, uint64_t makespan) {
  std::vector<uint64_t> begins, ends;
  for (uint32_t v = 0; v < graph.tasks(); ++v) {
    if (known.head[v] + graph.length[v] + known.tail[v] > makespan) return true;
    uint64_t latest = makespan - known.tail[v] - graph.length[v];
    begins.insert(begins.end(), {known.head[v], latest});
    ends.insert(ends.end(), {known.head[v] + graph.length[v], latest + graph.length[v]});
  }
  if (graph.tasks() > kMostLoadTasks) return false;
  for (auto* list : {&begins, &ends}) {
    std::ranges::sort(*list);
    list->erase(std::ranges::unique(*list).begin(), list->end());
  }
  for (uint64_t begin : begins)
    for (uint64_t end : ends) {
      if (end <= begin) continue;
      uint64_t load = 0;
      for (uint32_t v = 0; v < graph.tasks(); ++v) {
        uint64_t latest = makespan - known.tail[v] - graph.length[v], first_end = known.head[v] + graph.length[v];
        if (first_end <= begin || latest >= end) continue;
        load += std::min({graph.length[v], first_end - begin, end - latest, end - begin});
      }
      if (load > static_cast<__int128>(processors) * (end - begin)) return true;
    }
  return false;
}

} // namespace unply
