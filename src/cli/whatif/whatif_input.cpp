// The graph of the executions with its dependences in groups, named as the report names them.
#include "analysis/figures/hot_dependences.h"
#include "cli/source_quotes.h"
#include "cli/whatif/whatif.h"
#include "graph/names.h"
#include "graph/read_json.h"
#include "graph/text_output.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace unply {

namespace {
// Groups with the same words are merged: users could not distinguish them.
class Groups {
public:
  uint32_t find(DependenceGroup group) {
    auto [place, added] = row_of_.try_emplace(group_words(group), static_cast<uint32_t>(rows.size()));
    if (added) rows.push_back(std::move(group));
    return place->second;
  }
  std::vector<DependenceGroup> rows;

private:
  std::unordered_map<std::string, uint32_t> row_of_;
};

// Sets of groups, by their site pairs.
class Sets {
public:
  uint32_t find(std::vector<uint32_t> groups) {
    std::ranges::sort(groups);
    auto repeated = std::ranges::unique(groups);
    groups.erase(repeated.begin(), repeated.end());
    auto [place, added] = row_of_.try_emplace(std::move(groups), static_cast<uint32_t>(rows.size()));
    if (added) rows.push_back(place->first);
    return place->second;
  }
  std::vector<std::vector<uint32_t>> rows;

private:
  std::map<std::vector<uint32_t>, uint32_t> row_of_;
};

// Keeps the dependences of the executions that are loaded, by ids of tasks.
class GroupedOrigin : public GraphOrigin {
public:
  explicit GroupedOrigin(KindSet kinds) : kinds_(kinds) {}
  Result<void> see(const ExecutionGraph& recording, const std::vector<uint32_t>& executions,
                   SourceQuotes& sources) override;
  Result<void> see(const GraphDocument& document, const std::vector<uint32_t>& traces) override;

  std::vector<GroupedEdge> edges;
  std::vector<SharedEdges> lists;
  Sets sets;
  std::vector<DependenceGroup> groups;

private:
  template <class SetOf>
  void take_edges(const ExecutionGraph& recording, const std::vector<uint32_t>& executions, SetOf set_of);
  KindSet kinds_;
};

std::string site_words(const Trace& trace, uint32_t site, const SourceQuotes& sources) {
  const Site& s = trace.sites[site];
  if (s.line == 0 && trace.text(s.function).empty()) return "";
  std::string place = sources.place(s);
  return s.line != 0 && s.column != 0 ? fmt::format("{}:{}", place, s.column) : place;
}

template <class SetOf>
void GroupedOrigin::take_edges(const ExecutionGraph& recording, const std::vector<uint32_t>& executions, SetOf set_of) {
  const EdgeColumns& columns = recording.trace().edges;
  constexpr uint32_t kUnknown = 0xffffffff;
  std::vector<uint32_t> list_of(recording.lists()); // of the recording's, in this execution
  for (uint32_t execution : executions) {
    std::ranges::fill(list_of, kUnknown);
    for (uint32_t v : recording.vertices_of(execution)) {
      for (uint32_t e : recording.own_edges(v))
        if (recording.counts(e, v, kinds_)) edges.push_back({columns.from[e] + 1, v + 1, set_of(e)});
      for (const EdgeListUse& use : recording.lists_of(v)) {
        if (!kinds_.contains(columns.kind[columns.list_first[use.list]])) continue;
        uint32_t& list = list_of[use.list];
        if (list == kUnknown) {
          list = static_cast<uint32_t>(lists.size());
          lists.emplace_back();
          for (uint32_t e : recording.rows_of(use.list))
            if (recording.within_one_execution(e, v)) lists[list].rows.push_back({columns.from[e] + 1, set_of(e)});
        }
        lists[list].users.push_back(v + 1);
      }
    }
  }
}

Result<void> GroupedOrigin::see(const ExecutionGraph& recording, const std::vector<uint32_t>& executions,
                                SourceQuotes& sources) {
  const Trace& trace = recording.trace();
  const EdgeColumns& columns = trace.edges;
  Groups named;
  std::unordered_map<uint64_t, uint32_t> group_of[kEdgeKinds], single[kEdgeKinds]; // by the two sites; sets of one
  auto sites = [](uint32_t from, uint32_t to) { return uint64_t{from} << 32 | to; };
  auto line = [&](uint32_t site) {
    return valid_utf8(sources.line(trace.sites[site].file, trace.sites[site].line).value_or(""));
  };
  for (const HotDependence& hot : hot_dependences(recording, {}, executions, {})) {
    if (!kinds_.contains(hot.kind)) continue;
    DependenceGroup group{.kind = hot.kind,
                          .variable = std::string(edge_variable(trace, hot.site_from, hot.site_to)),
                          .from = site_words(trace, hot.site_from, sources),
                          .to = site_words(trace, hot.site_to, sources)};
    uint32_t row = named.find(std::move(group));
    named.rows[row].edges += hot.edges;
    named.rows[row].line_from = line(hot.site_from), named.rows[row].line_to = line(hot.site_to);
    group_of[static_cast<size_t>(hot.kind)][sites(hot.site_from, hot.site_to)] = row;
    single[static_cast<size_t>(hot.kind)][sites(hot.site_from, hot.site_to)] = sets.find({row});
  }
  constexpr uint32_t kUnknown = 0xffffffff;
  std::vector<uint32_t> set_of(trace.pair_sets.size() * kEdgeKinds, kUnknown); // of each set of pairs and kind, once
  auto set_of_pairs = [&](uint32_t pairs, size_t kind) {
    uint32_t& set = set_of[pairs * kEdgeKinds + kind];
    if (set != kUnknown) return set;
    std::vector<uint32_t> of;
    for (const SitePair& pair : trace.pair_sets.at(pairs)) of.push_back(group_of[kind].at(sites(pair.from, pair.to)));
    return set = sets.find(std::move(of));
  };
  uint64_t last_sites = ~uint64_t{0}; // edges of a loop repeat
  size_t last_kind = 0;
  uint32_t last_set = 0;
  auto set_of_edge = [&](uint32_t e) {
    auto kind = static_cast<size_t>(columns.kind[e]);
    if (uint32_t pairs = columns.pair_set.empty() ? 0 : columns.pair_set[e]; pairs != 0)
      return set_of_pairs(pairs, kind);
    uint64_t own = sites(columns.site_from[e], columns.site_to[e]);
    if (own != last_sites || kind != last_kind) last_sites = own, last_kind = kind, last_set = single[kind].at(own);
    return last_set;
  };
  take_edges(recording, executions, set_of_edge);
  groups = std::move(named.rows);
  return {};
}

Result<void> GroupedOrigin::see(const GraphDocument& document, const std::vector<uint32_t>& traces) {
  Groups named;
  constexpr uint32_t kUnknown = 0xffffffff;
  std::vector<uint32_t> set_of(document.carriers.size() * kEdgeKinds, kUnknown);
  for (size_t e = 0; e < document.edges.size(); ++e) {
    const GraphDocument::Edge& edge = document.edges[e];
    if (!kinds_.contains(edge.kind) || document.trace[edge.from] != document.trace[edge.to] ||
        !std::ranges::binary_search(traces, document.trace[edge.from]))
      continue;
    uint32_t& set = set_of[document.carriers_of[e] * kEdgeKinds + static_cast<size_t>(edge.kind)];
    if (set == kUnknown) {
      std::vector<uint32_t> of;
      for (const GraphDocument::Carrier& carrier : document.carriers[document.carriers_of[e]])
        of.push_back(named.find({.kind = edge.kind,
                                 .variable = carrier.variable,
                                 .from = std::string(base_name(carrier.site_from)),
                                 .to = std::string(base_name(carrier.site_to))}));
      set = sets.find(std::move(of));
    }
    for (uint32_t group : sets.rows[set]) ++named.rows[group].edges;
    edges.push_back({document.id[edge.from], document.id[edge.to], set});
  }
  groups = std::move(named.rows);
  return {};
}

// Most edges first, then by words: the same order from a recording and from its JSON.
void sort_groups(std::vector<DependenceGroup>& groups, std::vector<std::vector<uint32_t>>& sets) {
  struct Place {
    uint64_t edges;
    std::string words;
    uint32_t row;
  };
  std::vector<Place> places;
  for (uint32_t g = 0; g < groups.size(); ++g) places.push_back({groups[g].edges, group_words(groups[g]), g});
  std::ranges::sort(places, [](const Place& a, const Place& b) {
    return a.edges != b.edges ? a.edges > b.edges : a.words < b.words;
  });
  std::vector<DependenceGroup> sorted;
  std::vector<uint32_t> now(groups.size());
  for (const Place& place : places) {
    now[place.row] = static_cast<uint32_t>(sorted.size());
    sorted.push_back(std::move(groups[place.row]));
  }
  groups = std::move(sorted);
  for (std::vector<uint32_t>& set : sets) {
    for (uint32_t& group : set) group = now[group];
    std::ranges::sort(set);
  }
}

// Ids at the ends of edges become vertices.
void place_edges(std::vector<GroupedEdge>& edges, std::vector<SharedEdges>& lists, const std::vector<uint32_t>& id) {
  auto place = [&](auto vertex) {
    for (GroupedEdge& e : edges) e.from = vertex(e.from), e.to = vertex(e.to);
    for (SharedEdges& list : lists) {
      for (SharedEdges::Row& row : list.rows) row.from = vertex(row.from);
      for (uint32_t& user : list.users) user = vertex(user);
    }
  };
  if (std::ranges::is_sorted(id) && id.back() - id.front() + 1 == id.size())
    return place([&](uint32_t wanted) { return wanted - id.front(); });
  std::vector<std::pair<uint32_t, uint32_t>> vertices; // id, vertex
  for (uint32_t v = 0; v < id.size(); ++v) vertices.emplace_back(id[v], v);
  std::ranges::sort(vertices);
  place([&](uint32_t wanted) {
    return std::ranges::lower_bound(vertices, wanted, {}, &std::pair<uint32_t, uint32_t>::first)->second;
  });
}
} // namespace

Result<WhatIfInput> load_what_if(const std::string& file, const GraphChoice& choice) {
  GroupedOrigin origin(choice.kinds);
  GraphChoice all = choice;
  all.in_series = true;
  auto loaded = load_graph(file, all, &origin);
  if (!loaded) return error_of(loaded);
  WhatIfInput result;
  result.input = std::move(*loaded);
  TaskGraph tasks = std::move(result.input.graph);
  result.input.graph = {};
  place_edges(origin.edges, origin.lists, tasks.id);
  sort_groups(origin.groups, origin.sets.rows);
  WhatIfGraph& graph = result.graph;
  graph.length = std::move(tasks.work_ns);
  graph.id = std::move(tasks.id);
  graph.region = std::move(tasks.region);
  graph.region_names = result.input.region_places;
  graph.groups = std::move(origin.groups);
  graph.sets = std::move(origin.sets.rows);
  graph.part_first = result.input.part_first;
  result.counts_tasks = std::ranges::all_of(graph.length, [](uint64_t length) { return length == 0; });
  if (result.counts_tasks) std::ranges::fill(graph.length, kUntimedTask);
  if (auto set = set_edges(graph, std::move(origin.edges)); !set) return std::unexpected(set.error().about(file));
  if (auto added = add_lists(graph, origin.lists); !added) return std::unexpected(added.error().about(file));
  return result;
}

} // namespace unply
