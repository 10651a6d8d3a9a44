// Edges from the end of a task are kept by task until all parts are known.
#include "graph/part_graph.h"
#include "base/none.h"
#include "graph/topological_order.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace unply {

static constexpr const char* kOrderNames[] = {"",         "creation",  "parallel", "depend",
                                              "taskwait", "taskgroup", "barrier",  "undeferred"};

const char* name_of(PartOrder order) { return kOrderNames[static_cast<size_t>(order)]; }

std::optional<PartOrder> part_order(std::string_view name) {
  for (size_t order = 1; order < std::size(kOrderNames); ++order)
    if (name == kOrderNames[order]) return static_cast<PartOrder>(order);
  return std::nullopt;
}

PartGraph::PartGraph(Trace tables) : trace_(std::move(tables)) {
  trace_.regions.clear();
  trace_.tasks = {};
  trace_.edges = {};
  for (uint32_t row = 0; row < trace_.strings.size(); ++row) strings_.try_emplace(trace_.strings[row], StringId{row});
  string_of("");
  if (trace_.sites.empty()) trace_.sites.emplace_back();
}

StringId PartGraph::string_of(std::string_view text) {
  auto [place, added] = strings_.try_emplace(std::string(text), static_cast<StringId>(trace_.strings.size()));
  if (added) trace_.strings.emplace_back(text);
  return place->second;
}

uint32_t PartGraph::place_at(uint32_t site, const char* otherwise) {
  Site at = trace_.sites[site];
  bool known = at.line != 0;
  std::pair key(known ? std::string(trace_.text(at.file)) : otherwise, at.line);
  auto [place, added] = places_.try_emplace(key, static_cast<uint32_t>(trace_.regions.size()));
  if (added) {
    StringId none = string_of(""), label = known ? none : string_of(otherwise);
    trace_.regions.push_back({.kind = RegionKind::task,
                              .origin = RegionOrigin::pragma,
                              .file = known ? at.file : none,
                              .function = known ? at.function : none,
                              .label = label,
                              .line = at.line,
                              .column = at.column});
    place_sites_.push_back(site);
  }
  return place->second;
}

uint32_t PartGraph::named_site(uint32_t site, PartOrder order) {
  auto [place, added] = named_sites_.try_emplace({site, order}, static_cast<uint32_t>(trace_.sites.size()));
  if (added) {
    Site copy = trace_.sites[site];
    copy.variable = string_of(name_of(order));
    trace_.sites.push_back(copy);
  }
  return place->second;
}

uint32_t PartGraph::add_part(uint32_t task, uint32_t place, uint32_t creator, uint32_t lock, uint64_t time_ns) {
  uint32_t part = parts();
  parts_.push_back(
      {.task = task, .place = place, .creator = creator, .lock = lock, .begin_ns = time_ns, .end_ns = time_ns});
  if (task == last_part_.size()) {
    last_part_.push_back(part);
    return part;
  }
  uint32_t before = std::exchange(last_part_[task], part);
  add_edge(before, part, PartOrder::continued, {place_sites_[parts_[before].place], place_sites_[place]});
  return part;
}

void PartGraph::spend(uint32_t part, uint64_t begin_ns, uint64_t end_ns, uint64_t charged_ns) {
  Part& p = parts_[part];
  if (p.events++ == 0) p.begin_ns = begin_ns;
  p.end_ns = end_ns;
  p.self_ns += charged_ns;
}

void PartGraph::give_end(uint32_t part, uint32_t other, uint64_t ns) {
  Part &from = parts_[part], &to = parts_[other];
  ns = std::min(ns, from.self_ns);
  to.end_ns = from.end_ns;
  to.begin_ns = from.end_ns = std::max(from.begin_ns, from.end_ns - std::min(ns, from.end_ns));
  from.self_ns -= ns;
  to.self_ns += ns;
}

void PartGraph::add_edge(uint32_t from_part, uint32_t to_part, PartOrder order, PlacePair places) {
  edges_.push_back({.from = from_part,
                    .to = to_part,
                    .site_from = places.from,
                    .site_to = places.to,
                    .kind = EdgeKind::extension,
                    .order = order});
}

void PartGraph::add_edge_from_end(uint32_t task, uint32_t to_part, PartOrder order, PlacePair places, EdgeKind kind) {
  edges_from_ends_.push_back(
      {.from = task, .to = to_part, .site_from = places.from, .site_to = places.to, .kind = kind, .order = order});
}

uint64_t PartGraph::time_of_places(const std::vector<bool>& places) const {
  uint64_t time = 0;
  for (const Part& part : parts_)
    if (part.place < places.size() && places[part.place]) time += part.self_ns;
  return time;
}

Result<std::vector<uint32_t>> PartGraph::order_parts() {
  for (Edge edge : edges_from_ends_) {
    edge.from = last_part_[edge.from];
    edges_.push_back(edge);
  }
  edges_from_ends_.clear();
  TRY(Dag::check_size(parts_.size(), edges_.size()));
  std::vector<DagEdge> plain;
  plain.reserve(edges_.size());
  for (const Edge& edge : edges_) plain.push_back({edge.from, edge.to});
  TopologicalOrder order = topological_order(parts(), plain);
  if (order.acyclic()) return std::move(order.order);
  return fail(fmt::format("{} parts of tasks wait for each other in a cycle", order.cycle.size()),
              "events of the recording contradict each other: record again");
}

void PartGraph::put_tasks(const std::vector<uint32_t>& order, const std::vector<uint32_t>& row_of, double event_ns) {
  TaskColumns& tasks = trace_.tasks;
  std::vector<uint32_t> first(last_part_.size(), kNone); // row of the first part of each task
  bool locks = std::ranges::any_of(parts_, [](const Part& part) { return part.lock != kNoUnitResource; });
  for (uint32_t row = 0; row < order.size(); ++row) {
    const Part& part = parts_[order[row]];
    if (first[part.task] == kNone) first[part.task] = row;
    tasks.region.push_back(part.place);
    tasks.trace.push_back(1);
    tasks.instance.push_back(first[part.task]);
    tasks.parent.push_back(part.creator == kNone ? 0 : row_of[part.creator] + 1);
    tasks.begin_ns.push_back(part.begin_ns);
    tasks.end_ns.push_back(part.end_ns);
    tasks.self_ns.push_back(part.self_ns);
    tasks.overhead_ns.push_back(
        std::min<uint64_t>(part.self_ns, std::llround(event_ns * static_cast<double>(part.events))));
    tasks.incomplete.push_back(false);
    if (locks) tasks.lock.push_back(part.lock);
  }
}

void PartGraph::put_edges(const std::vector<uint32_t>& row_of) {
  for (Edge& edge : edges_) {
    edge.from = row_of[edge.from], edge.to = row_of[edge.to];
    edge.site_from = named_site(edge.site_from, edge.order), edge.site_to = named_site(edge.site_to, edge.order);
  }
  auto key = [](const Edge& e) { return std::tuple(e.to, e.from, e.kind); };
  auto all = [](const Edge& e) { return std::tuple(e.to, e.from, e.kind, e.order, e.site_from, e.site_to); };
  std::ranges::sort(edges_, {}, all);
  EdgeColumns& columns = trace_.edges;
  std::vector<SitePair> pairs;
  for (auto at = edges_.begin(); at != edges_.end();) {
    const Edge& edge = *at;
    pairs.clear();
    for (; at != edges_.end() && key(*at) == key(edge); ++at) pairs.push_back({at->site_from, at->site_to, 0});
    std::ranges::sort(pairs, {}, [](const SitePair& pair) { return std::pair(pair.from, pair.to); });
    auto repeated = std::ranges::unique(pairs);
    pairs.erase(repeated.begin(), repeated.end());
    columns.from.push_back(edge.from);
    columns.to.push_back(edge.to);
    columns.kind.push_back(edge.kind);
    columns.site_from.push_back(edge.site_from);
    columns.site_to.push_back(edge.site_to);
    columns.bytes.push_back(0);
    columns.set_pairs_of_last(pairs.size() == 1 ? 0 : trace_.pair_sets.find_or_add(pairs));
  }
}

Result<Trace> PartGraph::finish(double event_ns) {
  auto order = order_parts();
  if (!order) return error_of(order);
  std::vector<uint32_t> row_of(parts_.size());
  for (uint32_t row = 0; row < order->size(); ++row) row_of[(*order)[row]] = row;
  put_tasks(*order, row_of, event_ns);
  put_edges(row_of);
  trace_.info.openmp_tasks = true;
  StringId none = string_of("");
  trace_.regions.push_back({.kind = RegionKind::trace,
                            .origin = RegionOrigin::pragma,
                            .file = none,
                            .function = none,
                            .label = string_of("OpenMP tasks"),
                            .line = 0,
                            .column = 0});
  uint64_t begin = ~uint64_t{0}, end = 0;
  for (const Part& part : parts_) begin = std::min(begin, part.begin_ns), end = std::max(end, part.end_ns);
  trace_.traces = {{kNoRegion, 0, 0}, {static_cast<uint32_t>(trace_.regions.size() - 1), begin, end}};
  return std::move(trace_);
}

} // namespace unply
