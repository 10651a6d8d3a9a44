// Executions with the most tasks first, since one that cannot have a larger set than was found needs no search.
#include "analysis/independence/independent_bounds.h"
#include "analysis/independence/antichain.h"
#include "graph/task_graph.h"
#include <algorithm>

namespace unply {

// Without a search: the tasks of a level are independent, and a longest path shares one task with every independent
// set.
static IndependentBounds bounds_by_levels(const Figures& figures) {
  if (figures.completely_parallel) return {figures.vertices, figures.vertices};
  return {figures.width, figures.vertices - figures.levels + 1};
}

static Result<IndependentBounds> search(const ExecutionGraph& graph, uint32_t execution, KindSet kinds,
                                        uint64_t& arcs) {
  auto tasks = task_graph_of(graph, execution, kinds);
  if (!tasks) return error_of(tasks);
  auto found = find_maximum_antichain(tasks->dag, {.limit_s = 1e9, .limit_arcs = arcs});
  if (!found) return error_of(found);
  arcs -= std::min(arcs, found->arcs);
  return IndependentBounds{found->lower, found->upper};
}

Result<IndependentBounds> independent_bounds(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                             const std::vector<Figures>& figures, KindSet kinds, uint64_t& arcs) {
  std::vector<uint32_t> order = executions;
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    return figures[a].vertices != figures[b].vertices ? figures[a].vertices > figures[b].vertices : a < b;
  });
  IndependentBounds all;
  for (uint32_t execution : order) {
    const Figures& f = figures[execution];
    if (f.vertices == 0) break;
    IndependentBounds bounds = bounds_by_levels(f);
    uint64_t cost = f.vertices; // of its graph, before any search
    for (uint64_t edges : f.edges) cost += edges;
    if (bounds.upper > std::max(bounds.lower, all.lower) && cost < arcs) {
      arcs -= cost;
      auto found = search(graph, execution, kinds, arcs);
      if (!found) return error_of(found);
      bounds = {std::max(bounds.lower, found->lower), std::min(bounds.upper, found->upper)};
    }
    all.lower = std::max(all.lower, bounds.lower);
    all.upper = std::max(all.upper, bounds.upper);
  }
  return all;
}

} // namespace unply
