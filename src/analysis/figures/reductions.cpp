// Names decide, since one variable has several sites; two variables of one name are updated only if both are.
#include "analysis/figures/reductions.h"
#include "graph/list_values.h"
#include "graph/names.h"
#include <algorithm>
#include <map>

namespace unply {

static std::vector<UpdatedVariable> updated_variables(const Trace& trace, const std::vector<HotDependence>& hot) {
  std::map<std::string_view, UpdatedVariable> by_name;
  std::map<std::string_view, uint64_t> most;
  for (const HotDependence& row : hot) {
    if (row.kind != EdgeKind::flow) continue;
    const Site &from = trace.sites[row.site_from], &to = trace.sites[row.site_to];
    std::string_view name = edge_variable(trace, row.site_from, row.site_to);
    Update operation = from.update() == to.update() ? to.update() : Update::none;
    auto [place, added] =
        by_name.try_emplace(name, UpdatedVariable{.name = std::string(name), .operation = operation, .only = true});
    UpdatedVariable& variable = place->second;
    if (variable.operation != operation) variable.operation = Update::none;
    variable.only &= from.only_updated() && to.only_updated();
    variable.edges += row.edges;
    if (row.edges > most[name]) most[name] = row.edges, variable.site = row.site_to;
  }
  std::vector<UpdatedVariable> variables;
  for (auto& [name, variable] : by_name)
    if (!name.empty() && variable.operation != Update::none) variables.push_back(std::move(variable));
  std::ranges::sort(variables, [](const UpdatedVariable& a, const UpdatedVariable& b) {
    return a.edges != b.edges ? a.edges > b.edges : a.name < b.name;
  });
  return variables;
}

Reductions find_reductions(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                           const std::vector<HotDependence>& hot, KindSet kinds) {
  const Trace& trace = graph.trace();
  Reductions reductions{updated_variables(trace, hot)};
  if (reductions.variables.empty()) return reductions;
  std::vector<bool> updated(trace.strings.size(), false); // by the number of a name
  for (const UpdatedVariable& variable : reductions.variables)
    for (size_t id = 0; id < updated.size(); ++id) updated[id] = updated[id] || trace.strings[id] == variable.name;
  auto freed = [&](uint32_t edge) { // anti and output dependences through a variable go with it
    bool all = trace.edges.kind[edge] != EdgeKind::extension;
    trace.each_pair(edge, [&](const SitePair& pair) {
      StringId sink = trace.sites[pair.to].variable, source = trace.sites[pair.from].variable;
      all = all && updated[static_cast<uint32_t>(trace.text(sink).empty() ? source : sink)];
    });
    return all;
  };
  reductions.independent = true;
  std::vector<uint32_t> level(graph.vertices(), 0);
  ListValues<uint32_t> of_lists(graph);
  for (uint32_t execution : executions) {
    uint64_t levels = 0;
    for (uint32_t v : graph.vertices_of(execution)) {
      for (uint32_t e : graph.own_edges(v))
        if (graph.counts(e, v, kinds) && !freed(e)) level[v] = std::max(level[v], level[trace.edges.from[e]] + 1);
      for (const EdgeListUse& use : graph.lists_of(v))
        level[v] = std::max(level[v], of_lists.of(use.list, v, [&](uint32_t e, uint32_t& least) {
          if (kinds.contains(trace.edges.kind[e]) && !freed(e)) least = std::max(least, level[trace.edges.from[e]] + 1);
        }));
      if (level[v] > 0) reductions.independent = false;
      levels = std::max<uint64_t>(levels, level[v] + uint64_t{1});
    }
    reductions.levels += levels;
  }
  return reductions;
}

} // namespace unply
