// Dependences are the flow between accesses to one location, in program order: what a task names in a depend clause is
// a location, in (reads) or out (writes); a barrier, a taskwait or the end of a taskgroup writes a location that each
// task it waits for reads. A taskwait with depend clauses waits as a task would, and no task waits for it.
// Locations are told apart by the address, as the runtime does it, and by the instance of the task or region that makes
// the tasks.
#include "sets/task_edges.h"
#include "sets/constructs.h"
#include <algorithm>
#include <fmt/format.h>
#include <isl/map.h>
#include <isl/set.h>

namespace unply::sets {

namespace {

constexpr const char* kElement = "element";
constexpr unsigned long kOperations = 20'000'000; // of isl

struct Accesses {
  isl::union_map reads, writes;
};

struct Statement { // a construct, or the end of a taskgroup
  const TaskNode* task;
  std::string name;
  int64_t place; // among what the same loops hold
};

class TaskEdges {
public:
  explicit TaskEdges(NodeList& list) : list_(list), walk_(list.walk) {}
  void run();

private:
  NodeList& list_;
  Walk& walk_;
  std::map<uint32_t, std::string> unknown_; // makers of tasks whose locations are not all known: why

  Names dims_of(uint32_t node) const;
  isl::union_map empty() const { return isl::union_map(walk_.ctx, "{ }"); }
  isl::map access(const TaskNode& task, const std::string& statement, const Symbolic& address, uint32_t maker,
                  const std::string& object) const;
  std::vector<Statement> statements() const;
  isl::union_map schedule() const;
  std::string doubt_of(const TaskNode& task, const TaskDepend& depend) const;
  bool made_once(const std::string& object) const;
  void find_unknown();
  Accesses depend_accesses(bool of_tasks) const;
  Accesses wait_accesses() const;
  void add_flow(const Accesses& accesses, const Accesses& asks, EdgeKind kind);
  void add_edge(isl::map map, EdgeKind kind);
  void add_unknown();
};

bool has_tasks(Call call) { return call == Call::omp_task || call == Call::omp_taskloop; }

Names TaskEdges::dims_of(uint32_t node) const {
  Names names = walk_.has_ranks ? Names{"rank"} : Names{};
  names.insert(names.end(), list_.loops[node].begin(), list_.loops[node].end());
  return names;
}

isl::map named(isl::map map, const std::string& in, const std::string& out) {
  isl_map* made = map.release();
  if (!in.empty()) made = isl_map_set_tuple_name(made, isl_dim_in, in.c_str());
  if (!out.empty()) made = isl_map_set_tuple_name(made, isl_dim_out, out.c_str());
  return isl::manage(made);
}

std::string name_of_task(uint32_t node) { return fmt::format("T{}", node); }

std::string name_of_end(uint32_t taskgroup) { return fmt::format("E{}", taskgroup); }

isl::map TaskEdges::access(const TaskNode& task, const std::string& statement, const Symbolic& address, uint32_t maker,
                           const std::string& object) const {
  isl::set points = task.domain.intersect(address.value.eq_set(parameter(walk_.ctx, kElement)));
  Names to = {kElement};
  if (maker != kNoNode)
    for (const std::string& name : dims_of(maker)) {
      to.push_back(name + "_of_maker");
      points = points.intersect(equal(parameter(walk_.ctx, name), parameter(walk_.ctx, to.back())));
    }
  return named(with_dimensions(points, dims_of(task.node), to), statement, object);
}

// Ids of nodes grow in program order, and the end of a taskgroup stands behind the last node in it.
std::vector<Statement> TaskEdges::statements() const {
  std::vector<Statement> all;
  std::map<uint32_t, uint32_t> last; // node in each taskgroup
  for (const Node& node : list_.graph.nodes)
    for (uint32_t at = node.id; at != kNoNode; at = list_.graph.nodes[at].parent) last[at] = node.id;
  for (const TaskNode& task : list_.tasks) {
    all.push_back({&task, name_of_task(task.node), 2 * int64_t{task.node}});
    if (task.call == Call::omp_taskgroup)
      all.push_back({&task, name_of_end(task.node), 2 * int64_t{last.at(task.node)} + 1});
  }
  return all;
}

// The loops around a statement give its place among the instances.
isl::union_map TaskEdges::schedule() const {
  const std::vector<Statement> all_statements = statements();
  std::vector<std::pair<const Statement*, std::vector<isl::pw_aff>>> places;
  size_t longest = 0;
  for (const Statement& statement : all_statements) {
    const TaskNode& task = *statement.task;
    std::vector<isl::pw_aff> place = {walk_.number(statement.place)};
    for (uint32_t at = list_.graph.nodes[task.node].parent; at != kNoNode; at = list_.graph.nodes[at].parent) {
      const Node& node = list_.graph.nodes[at];
      if (node.kind != NodeKind::loop) continue;
      const auto stride = std::ranges::find(node.expressions, "stride", &Expression::role);
      const isl::pw_aff variable = parameter(walk_.ctx, list_.loops[at].back());
      const bool down = stride != node.expressions.end() && stride->text.starts_with("-");
      place.push_back(down ? variable.neg() : variable);
      place.push_back(walk_.number(2 * int64_t{at}));
    }
    std::ranges::reverse(place);
    longest = std::max(longest, place.size());
    places.emplace_back(&statement, std::move(place));
  }
  isl::union_map all = empty();
  for (auto& [statement, place] : places) {
    place.resize(longest, walk_.number(0));
    isl::set points = statement->task->domain;
    Names to;
    for (size_t i = 0; i < place.size(); ++i) {
      to.push_back(fmt::format("place_{}", i));
      points = points.intersect(equal(place[i], parameter(walk_.ctx, to.back())));
    }
    all = all.unite(
        named(with_dimensions(points, dims_of(statement->task->node), to), statement->name, "").to_union_map());
  }
  return all;
}

// An object that is made again and again has other addresses each time.
bool TaskEdges::made_once(const std::string& object) const {
  if (object.starts_with("global ")) return true;
  const size_t colon = object.rfind(':');
  if (colon == std::string::npos) return false;
  const std::string key = object.substr(0, colon);
  const ValueId made = ValueId(std::stoul(object.substr(colon + 1)));
  const auto find = [&](auto& self, const Frame& frame) -> const Frame* {
    if (frame.key == key) return &frame;
    for (const auto& [call, callee] : frame.calls)
      if (callee)
        if (const Frame* found = self(self, *callee)) return found;
    return nullptr;
  };
  const Frame* frame = find(find, walk_.main());
  if (!frame || !frame->outer_loops.empty()) return false;
  const BlockId block = frame->block_of[made];
  return block != kNone && frame->procedure->blocks[block].loop == kNone;
}

std::string TaskEdges::doubt_of(const TaskNode& task, const TaskDepend& depend) const {
  const uint32_t line = list_.graph.nodes[task.node].line;
  if (depend.kind < 1 || depend.kind > 3)
    return fmt::format("the depend clause of line {} has a kind that orders no two tasks by itself", line);
  if (depend.address.value.is_null() || depend.address.object.empty())
    return fmt::format("the address in the depend clause of line {} is not affine", line);
  if (!made_once(depend.address.object))
    return fmt::format("the memory in the depend clause of line {} is made more than once", line);
  const uint32_t maker = maker_of(list_.graph, task.node);
  if (maker != kNoNode && list_.graph.nodes[maker].name.starts_with("taskloop"))
    return fmt::format("the runtime cuts the taskloop of line {}, and tasks of two pieces do not wait for each other",
                       list_.graph.nodes[maker].line);
  std::string reason;
  if (walk_.tier_of(parameters_of(task.domain), &reason, nullptr) != Tier::exact) return reason;
  return {};
}

void TaskEdges::find_unknown() {
  for (const TaskNode& task : list_.tasks)
    for (const TaskDepend& depend : task.depends) {
      const std::string doubt = doubt_of(task, depend);
      if (!doubt.empty()) unknown_.try_emplace(maker_of(list_.graph, task.node), doubt);
    }
  if (!walk_.incomplete.empty())
    for (const TaskNode& task : list_.tasks)
      if (!task.depends.empty()) unknown_.try_emplace(maker_of(list_.graph, task.node), walk_.incomplete);
}

Accesses TaskEdges::depend_accesses(bool of_tasks) const {
  Accesses found{empty(), empty()};
  for (const TaskNode& task : list_.tasks) {
    if (has_tasks(task.call) != of_tasks) continue;
    const uint32_t maker = maker_of(list_.graph, task.node);
    if (unknown_.contains(maker)) continue;
    for (const TaskDepend& depend : task.depends) {
      std::string object = fmt::format("M{}_", maker);
      for (const char c : depend.address.object) object += isalnum((unsigned char)c) ? c : '_';
      isl::union_map& kind = depend.kind == 1 ? found.reads : found.writes;
      kind = kind.unite(access(task, name_of_task(task.node), depend.address, maker, object).to_union_map());
    }
  }
  return found;
}

// The innermost around the node in its parallel region, kNoNode: none.
uint32_t taskgroup_of(const Graph& graph, uint32_t node) {
  for (uint32_t at = graph.nodes[node].parent; at != kNoNode; at = graph.nodes[at].parent) {
    const Node& above = graph.nodes[at];
    if (above.kind == NodeKind::region && above.name == "taskgroup") return at;
    if (above.kind == NodeKind::region && above.name.starts_with("parallel")) return kNoNode;
  }
  return kNoNode;
}

// A taskwait waits for the tasks of its own maker, a barrier for all in its parallel region, the end of a taskgroup for
// all made in it.
Accesses TaskEdges::wait_accesses() const {
  Accesses found{empty(), empty()};
  Symbolic here;
  here.value = walk_.number(0);
  const Graph& graph = list_.graph;
  for (const TaskNode& task : list_.tasks) {
    std::string reason;
    if (walk_.tier_of(parameters_of(task.domain), &reason, nullptr) != Tier::exact) continue;
    const auto at = [&](uint32_t maker, const char* what) {
      return access(task, name_of_task(task.node), here, maker, fmt::format("{}{}", what, maker)).to_union_map();
    };
    uint32_t region = maker_of(graph, task.node);
    if (has_tasks(task.call)) found.reads = found.reads.unite(at(region, "wait"));
    if (task.call == Call::omp_taskwait && task.depends.empty()) found.writes = found.writes.unite(at(region, "wait"));
    if (task.call == Call::omp_taskgroup) {
      found.writes = found.writes.unite(
          access(task, name_of_end(task.node), here, task.node, fmt::format("group{}", task.node)).to_union_map());
    } else if (const uint32_t group = taskgroup_of(graph, task.node); has_tasks(task.call) && group != kNoNode) {
      found.reads = found.reads.unite(at(group, "group"));
    }
    while (region != kNoNode && graph.nodes[region].kind == NodeKind::task) region = maker_of(graph, region);
    if (has_tasks(task.call)) found.reads = found.reads.unite(at(region, "barrier"));
    if (task.call == Call::omp_barrier) found.writes = found.writes.unite(at(region, "barrier"));
  }
  return found;
}

void TaskEdges::add_edge(isl::map map, EdgeKind kind) {
  const auto node_of = [&](isl_dim_type side) {
    return uint32_t(std::stoul(std::string(isl_map_get_tuple_name(map.get(), side)).substr(1)));
  };
  const uint32_t source = node_of(isl_dim_in), target = node_of(isl_dim_out);
  const auto is_task = [&](uint32_t node) { return list_.graph.nodes[node].kind == NodeKind::task; };
  if (!is_task(source) && !is_task(target)) return;
  isl_map* made = map.coalesce().release();
  for (const auto& [side, node] : {std::pair{isl_dim_in, source}, {isl_dim_out, target}}) {
    made = isl_map_reset_tuple_id(made, side);
    const Names names = dims_of(node);
    for (size_t i = 0; i < names.size(); ++i) made = isl_map_set_dim_name(made, side, unsigned(i), names[i].c_str());
  }
  Edge& edge = list_.graph.edges.emplace_back();
  edge.id = uint32_t(list_.graph.edges.size()) - 1;
  edge.source = source, edge.target = target, edge.kind = kind;
  edge.map = text_of(isl::manage(made));
  for (const uint32_t end : {source, target}) {
    const InstanceSet& instances = list_.graph.nodes[end].instances;
    if (instances.tier > edge.tier) edge.tier = instances.tier, edge.reason = instances.reason;
  }
}

// asks: accesses that nothing waits for.
void TaskEdges::add_flow(const Accesses& accesses, const Accesses& asks, EdgeKind kind) {
  const isl::union_map order = schedule();
  const auto flow = [&](const isl::union_map& sink, const isl::union_map& may) {
    isl::union_access_info info(sink);
    return info.set_must_source(accesses.writes)
        .set_may_source(may)
        .set_schedule_map(order)
        .compute_flow()
        .may_dependence();
  };
  const isl::union_map all = flow(accesses.writes.unite(asks.writes), accesses.reads)
                                 .unite(flow(accesses.reads.unite(asks.reads), empty()))
                                 .coalesce();
  std::vector<isl::map> maps;
  all.foreach_map([&](const isl::map& map) { maps.push_back(map); });
  std::ranges::sort(maps, {}, [](const isl::map& map) {
    const auto number = [&](isl_dim_type side) { return std::stoul(isl_map_get_tuple_name(map.get(), side) + 1); };
    return std::pair(number(isl_dim_in), number(isl_dim_out));
  });
  for (const isl::map& map : maps)
    if (!map.is_empty()) add_edge(map, kind);
}

// Between tasks whose locations are not known, one edge that says why it has no map.
void TaskEdges::add_unknown() {
  for (const auto& [maker, reason] : unknown_) {
    uint32_t first = kNoNode, last = kNoNode;
    for (const TaskNode& task : list_.tasks)
      if (!task.depends.empty() && maker_of(list_.graph, task.node) == maker) {
        if (first == kNoNode) first = task.node;
        last = task.node;
      }
    Edge& edge = list_.graph.edges.emplace_back();
    edge.id = uint32_t(list_.graph.edges.size()) - 1;
    edge.source = first, edge.target = last, edge.kind = EdgeKind::depend;
    edge.tier = Tier::evaluable, edge.reason = reason;
  }
}

void TaskEdges::run() {
  if (list_.tasks.empty()) return;
  find_unknown();
  add_flow(depend_accesses(true), depend_accesses(false), EdgeKind::depend);
  add_unknown();
  add_flow(wait_accesses(), {empty(), empty()}, EdgeKind::wait);
}

} // namespace

void add_task_edges(NodeList& list) {
  Budget budget(list.walk.ctx, kOperations);
  if (budget.answers([&] { TaskEdges(list).run(); })) return;
  list.graph.edges.clear();
  list.graph.assumptions.push_back(std::string("the dependences of tasks are not found: ") + kRanOut);
}

} // namespace unply::sets
