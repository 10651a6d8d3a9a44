#include "sets/task_classes.h"
#include "stg/program/collectives.h"
#include "stg/program/place_text.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>

namespace unply::sets {

using stg::Call;
using stg::DataFlow;
using stg::Edge;
using stg::EdgeKind;
using stg::Graph;
using stg::kNoNode;
using stg::Node;
using stg::NodeKind;
using stg::Program;
using stg::Tier;

namespace {

bool sends_and_receives(Call call) { return call == Call::sendrecv || call == Call::sendrecv_replace; }
bool blocks_as_receive(Call call) { return call == Call::recv || sends_and_receives(call); }

// Operations whose order among processes this form does not have.
bool is_refused(Call call) {
  if (stg::is_nonblocking_collective(call)) return true;
  switch (call) {
  case Call::scan:
  case Call::exscan:
  case Call::issend:
  case Call::ssend_init:
  case Call::probe:
  case Call::iprobe:
  case Call::comm_split:
  case Call::comm_create:
  case Call::cart_create:
  case Call::cart_sub:
    return true;
  default:
    return false;
  }
}

constexpr size_t kMostParts = 26; // of one node's set: they are lettered

std::string identifier(const std::string& text) {
  std::string name;
  for (const char c : text) name += isalnum((unsigned char)c) ? c : '_';
  return name;
}

class Builder {
public:
  Builder(isl::ctx of, const Program& of_program, const Graph& of_graph)
      : ctx(of), program(of_program), graph(of_graph) {}

  Result<TaskClasses> build() {
    for (const Node& node : graph.nodes) TRY(add(node));
    if (made.classes.empty()) return fail("the graph has no tasks");
    for (const stg::Event& event : graph.events) {
      if (event.tier != Tier::exact) return fail(fmt::format("event {}, {}: {}", event.id, event.text, event.reason));
      for (const stg::Unmatched& unmatched : event.unmatched)
        if (!isl::set(ctx, unmatched.set).is_empty())
          return fail(fmt::format("{}: some of its messages meet nobody", place(graph.nodes[unmatched.node])));
    }
    if (!graph.unmatched_complete) return fail("not all messages are matched for every number of processes");
    for (const Edge& edge : graph.edges) TRY(add(edge));
    for (const auto& [node, classes] : classes_of) TRY(add_flow(graph.nodes[node]));
    add_order();
    return std::move(made);
  }

private:
  std::string place(const Node& node) const {
    return fmt::format("{}: {}", stg::place_text(program, {.file = node.file, .line = node.line}), node.name);
  }

  Call call_of(const Node& node) const {
    if (node.kind != NodeKind::operation) return Call::other;
    return program.procedures[node.procedure].operations[node.index].call;
  }

  // A call in which others may run: it has a begin, that others wait for, and an end, that waits for others.
  bool is_split(const Node& node) const {
    const Call call = call_of(node);
    return flow_of(call) != DataFlow::none || sends_and_receives(call) || call == Call::ssend;
  }

  Result<void> add(const Node& node) {
    const bool construct = node.kind == NodeKind::region || node.kind == NodeKind::workshare ||
                           node.kind == NodeKind::task || node.kind == NodeKind::sync;
    if (construct) return fail(place(node) + ": OpenMP has no place in this form");
    if (node.kind != NodeKind::operation && node.kind != NodeKind::computation) return {};
    if (node.instances.tier != Tier::exact)
      return fail(fmt::format("{}: its set is not exact: {}", place(node), node.instances.reason));
    if (isl::set(ctx, node.instances.set).is_empty()) return {};
    if (node.dims.empty() || node.dims[0] != "rank")
      return fail(place(node) + ": its set is in coordinates of a grid of processes");
    if (is_refused(call_of(node))) return fail(place(node) + ": it has no place in this form");
    const std::string prefix = node.kind == NodeKind::computation ? "compute_" : "";
    const std::string name = identifier(prefix + node.name + (node.name.empty() ? "" : "_")) + std::to_string(node.id);
    std::vector<isl::set> parts = {isl::set(ctx, node.instances.set)};
    if (ranges_of(parts[0], node.dims).empty()) parts = disjoint_parts(parts[0]);
    for (size_t i = 0; i < parts.size(); ++i) {
      TaskClass made_class{.name = parts.size() == 1 ? name : fmt::format("{}_{}", name, char('a' + i)),
                           .node = node.id,
                           .dims = node.dims,
                           .set = parts[i],
                           .ranges = ranges_of(parts[i], node.dims)};
      if (made_class.ranges.empty() || parts.size() > kMostParts)
        return fail(fmt::format("{}: its instances are not in ranges: {}", place(node), node.instances.set));
      classes_of[node.id].push_back(made.classes.size());
      made.classes.push_back(made_class);
      if (!is_split(node)) continue;
      made_class.name += "_done", made_class.is_end = true;
      made.classes.push_back(made_class);
    }
    return {};
  }

  static std::vector<isl::set> disjoint_parts(const isl::set& set) {
    std::vector<isl::set> parts;
    isl::manage(isl_set_make_disjoint(set.copy())).foreach_basic_set([&](const isl::basic_set& part) {
      parts.push_back(part);
    });
    return parts;
  }

  // From the begins of one node to the ends of another.
  void depend_nodes(uint32_t source, uint32_t target, const std::string& flow, const isl::map& map) {
    for (const size_t from : classes_of[source])
      for (const size_t to : classes_of[target]) depend(from, to + is_split(graph.nodes[target]), flow, map);
  }

  void depend(size_t source, size_t target, const std::string& flow, const isl::map& map) {
    const isl::map within =
        map.intersect_domain(made.classes[source].set).intersect_range(made.classes[target].set).coalesce();
    if (!within.is_empty()) made.dependences.push_back({source, target, flow, within});
  }

  // A message is waited for where its receive ends: the receive itself, or by an arrival the wait of its request. A
  // synchronous send ends when its receive is there: posted, which an edge back from the wait would be too late for.
  Result<void> add(const Edge& edge) {
    const Node &source = graph.nodes[edge.source], &target = graph.nodes[edge.target];
    if (edge.kind != EdgeKind::message && edge.kind != EdgeKind::arrival) return {};
    if (edge.tier != Tier::exact)
      return fail(fmt::format("{}: an edge from it is not exact: {}", place(source), edge.reason));
    const isl::map map(ctx, edge.map);
    if (edge.kind == EdgeKind::arrival || blocks_as_receive(call_of(target)))
      depend_nodes(source.id, target.id, fmt::format("{}_{}", name_of(edge.kind), edge.id), map);
    if (edge.kind == EdgeKind::message && call_of(source) == Call::ssend)
      depend_nodes(target.id, source.id, fmt::format("back_{}", edge.id), map.reverse());
    return {};
  }

  Result<void> add_flow(const Node& node) {
    const DataFlow flow = flow_of(call_of(node));
    if (flow == DataFlow::none) return {};
    const isl::set set(ctx, node.instances.set), all(ctx, "[P] -> { [rank] : 0 <= rank < P }");
    const isl::set iterations = isl::manage(isl_set_project_out(set.copy(), isl_dim_set, 0, 1));
    if (!set.is_equal(isl::manage(isl_set_flat_product(all.copy(), iterations.copy()))))
      return fail(place(node) + ": not all processes call it on this line");
    const std::string loops = fmt::format("{}", fmt::join(node.dims.begin() + 1, node.dims.end(), ", "));
    const std::string tail = loops.empty() ? "" : ", " + loops;
    isl::map map(ctx, fmt::format("{{ [a{0}] -> [b{0}] }}", tail));
    if (flow != DataFlow::among_all) {
      const auto root = std::find_if(node.expressions.begin(), node.expressions.end(),
                                     [](const stg::Expression& expression) { return expression.role == "root"; });
      if (root == node.expressions.end() || root->affine.empty()) return fail(place(node) + ": its root is not exact");
      const isl::pw_aff value(ctx, root->affine);
      const isl::set at_root = with_dimensions(equal(parameter(ctx, "rank"), value), {"rank"});
      const isl::set any = isl::manage(isl_set_add_dims(at_root.copy(), isl_dim_set, unsigned(node.dims.size() - 1)));
      map = flow == DataFlow::from_root ? map.intersect_domain(any) : map.intersect_range(any);
    }
    depend_nodes(node.id, node.id, fmt::format("all_{}", node.id), map);
    return {};
  }

  // The loops around a node, outer ones first.
  std::vector<const Node*> loops_of(const Node& node) const {
    std::vector<const Node*> loops;
    for (uint32_t at = node.parent; at != kNoNode; at = graph.nodes[at].parent)
      if (graph.nodes[at].kind == NodeKind::loop) loops.push_back(&graph.nodes[at]);
    return {loops.rbegin(), loops.rend()};
  }

  // When an instance runs on its process: ids grow in program order, and a loop's variable orders what it contains.
  isl::map times_of(const TaskClass& one, size_t depth) const {
    std::string times = "rank";
    const auto loops = loops_of(graph.nodes[one.node]);
    for (size_t i = 0; i < depth; ++i) {
      if (i >= loops.size()) {
        times += i == loops.size() ? fmt::format(", {}, {}", one.node, int(one.is_end)) : ", 0, 0";
        continue;
      }
      bool down = false;
      for (const stg::Expression& expression : loops[i]->expressions)
        down |= expression.role == "stride" && expression.text.starts_with("-");
      times += fmt::format(", {}, {}v{}", loops[i]->id, down ? "-" : "", i + 1);
    }
    std::string dims = "rank";
    for (size_t i = 1; i < one.dims.size(); ++i) dims += fmt::format(", v{}", i);
    const isl::map map(ctx, fmt::format("{{ [{}] -> [{}] }}", dims, times));
    return map.intersect_domain(one.set);
  }

  // Each instance waits for the one before it on the same process.
  void add_order() {
    size_t depth = 0;
    for (const TaskClass& one : made.classes) depth = std::max(depth, one.dims.size());
    std::vector<isl::map> times;
    Maybe<isl::set> all;
    for (const TaskClass& one : made.classes) {
      times.push_back(times_of(one, depth));
      all = all.is_null() ? times.back().range() : isl::set(all).unite(times.back().range());
    }
    std::string from, to;
    for (size_t i = 0; i < 2 * depth; ++i) from += fmt::format(", a{}", i), to += fmt::format(", b{}", i);
    const isl::map same_process(ctx, fmt::format("{{ [rank{}] -> [rank{}] }}", from, to));
    for (size_t a = 0; a < times.size(); ++a) {
      const isl::set own = times[a].range();
      const isl::map later = isl::manage(isl_set_lex_lt_set(own.copy(), all.copy())).intersect(same_process);
      const isl::map next = later.lexmin();
      for (size_t b = 0; b < times.size(); ++b) {
        const isl::map order = times[a].apply_range(next).apply_range(times[b].reverse());
        depend(a, b, "order", order);
      }
    }
  }

  isl::ctx ctx;
  const Program& program;
  const Graph& graph;
  TaskClasses made = {};
  std::map<uint32_t, std::vector<size_t>> classes_of = {}; // of a node: those of its begins, each before its end
};

} // namespace

isl::set within(const Range& range, const isl::pw_aff& value) {
  const isl::set inside = value.ge_set(range.first).intersect(value.le_set(range.last));
  if (range.step == 1) return inside;
  const isl::pw_aff rest = value.sub(range.first).mod(isl::val(value.ctx(), range.step));
  return inside.intersect(rest.eq_set(number(value.ctx(), 0)));
}

std::vector<Range> ranges_of(const isl::set& set, const Names& names) {
  std::vector<Range> ranges(names.size());
  const isl::set whole = parameters_from(set, names);
  isl::set box = whole, outer = whole;
  try {
    for (size_t i = names.size(); i-- > 0;) {
      const isl::set own = with_dimensions(outer, {names[i]});
      ranges[i] = {isl::manage(isl_set_dim_min(own.copy(), 0)), isl::manage(isl_set_dim_max(own.copy(), 0)),
                   isl::manage(isl_set_get_stride(own.get(), 0)).num_si()};
      outer = without_parameter(outer, names[i]);
    }
    box = outer;
    for (size_t i = 0; i < names.size(); ++i) {
      box = box.intersect(within(ranges[i], parameter(set.ctx(), names[i])));
    }
  } catch (const isl::exception&) { // a dimension has no bound
    return {};
  }
  return box.is_equal(whole) ? ranges : std::vector<Range>();
}

Result<TaskClasses> task_classes(isl::ctx ctx, const Program& program, const Graph& graph) {
  return Builder(ctx, program, graph).build();
}

} // namespace unply::sets
