// Nodes in program order, loops before what they hold; each with its instances, expressions and amounts of work.
#include "sets/nodes.h"
#include "sets/constructs.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::sets {

namespace {

Expression expression_of(Walk& walk, std::string role, const Symbolic& value) {
  Expression expression{.role = std::move(role), .tier = value.tier, .text = value.text};
  if (!value.object.empty() && value.procedure == kNone) {
    expression.tier = Tier::exact; // an address: its name is all that is said
  } else if (!value.value.is_null()) {
    expression.affine = text_of(value.value);
    expression.tier = walk.tier_of(parameters_of(value.value), nullptr, nullptr);
  }
  return expression;
}

std::string short_text(const isl::pw_aff& value) {
  const auto sum = sum_of(value);
  return sum ? text_of(*sum) : text_of(value);
}

struct Emitter {
  NodeList& list;
  Walk& walk = list.walk;
  OpenConstructs open = {};
  std::map<std::pair<const Frame*, ValueId>, uint32_t> constructs = {}; // their nodes
  std::map<const Frame*, uint32_t> procedures = {};                     // likewise

  Node& add(NodeKind kind, Frame& frame, uint32_t parent, uint32_t index, const Place& place, std::string name) {
    Node& node = list.graph.nodes.emplace_back();
    node.id = uint32_t(list.graph.nodes.size()) - 1;
    node.kind = kind, node.parent = parent, node.procedure = frame.index, node.index = index;
    node.name = std::move(name), node.file = place.file, node.line = place.line, node.column = place.column;
    return node;
  }

  void set_instances(Node& node, const isl::set& domain, const Names& loops) {
    list.loops.resize(list.graph.nodes.size());
    list.loops[node.id] = loops;
    if (walk.budget.answers([&] { node.instances = instances_of(walk, domain, loops, node.dims); })) return;
    node.instances = {.tier = Tier::evaluable, .set = {}, .reason = kRanOut};
    node.dims = walk.has_ranks ? Names{"rank"} : Names{};
    node.dims.insert(node.dims.end(), loops.begin(), loops.end());
  }

  // The construct that a block of this loop stands in, if it is opened in the same loop; else the loop's own node.
  uint32_t enclosing(const Frame& frame, const Constructs& stack, uint32_t loop, uint32_t otherwise) const {
    if (stack.empty() || frame.procedure->blocks[frame.block_of[stack.back()]].loop != loop) return otherwise;
    return constructs.at({&frame, stack.back()});
  }

  void note_threads(Node& node) {
    const Node* region = run_by_each_thread(list.graph, node);
    if (!region) return;
    node.instances.tier = Tier::observed;
    node.instances.reason =
        fmt::format("each thread of the parallel region of line {} runs it, and the set is that of one", region->line);
  }

  // The sets of a procedure that calls itself are those of its outermost calls.
  void degrade_repeated() {
    std::map<uint32_t, const std::string*> why; // of nodes; parents come first
    for (const auto& [frame, reason] : walk.repeated)
      if (const auto node = procedures.find(frame); node != procedures.end()) why[node->second] = &reason;
    for (Node& node : list.graph.nodes) {
      if (const auto above = why.find(node.parent); above != why.end()) why.try_emplace(node.id, above->second);
      const auto own = why.find(node.id);
      if (own == why.end()) continue;
      if (node.instances.tier == Tier::exact)
        node.instances.tier = Tier::evaluable, node.instances.reason = *own->second;
      if (node.count.tier == Tier::exact) node.count.tier = Tier::evaluable, node.count.reason = *own->second;
    }
  }

  uint32_t procedure(Frame& frame, uint32_t parent) {
    const Procedure& p = *frame.procedure;
    Node& node = add(NodeKind::procedure, frame, parent, frame.index, p.place, p.name);
    set_instances(node, frame.entry, frame.outer_loops);
    for (size_t i = 0; i < frame.formals.size() && i < p.formals.size(); ++i)
      if (frame.caller) node.expressions.push_back(expression_of(walk, p.formals[i], frame.formals[i]));
    const uint32_t id = node.id;
    procedures[&frame] = id;
    open.add(frame);
    region(frame, kNone, id);
    return id;
  }

  void region(Frame& frame, uint32_t loop, uint32_t parent) {
    const Procedure& p = *frame.procedure;
    for (const BlockId b : frame.sequence) {
      const uint32_t own = p.blocks[b].loop;
      if (own == loop)
        block(frame, b, parent);
      else if (own != kNone && p.loops[own].parent == loop && p.loops[own].header == b)
        nest(frame, own, parent);
    }
  }

  void nest(Frame& frame, uint32_t loop, uint32_t parent) {
    const Procedure& p = *frame.procedure;
    const Loop& source = p.loops[loop];
    const LoopState& state = frame.loops[loop];
    parent = enclosing(frame, open.at(frame, source.header), source.parent, parent);
    Node& node = add(NodeKind::loop, frame, parent, loop, source.place, state.name);
    // What the body runs through: the header without the last test.
    isl::set inside = nothing(walk.ctx);
    for (const auto& [edge, set] : frame.edges)
      if (edge.first == source.latch && edge.second == source.header) inside = inside.unite(set);
    set_instances(node, inside.coalesce(), walk.loops_of(frame, loop));
    node.expressions.push_back(expression_of(walk, "lower", {.value = state.first, .text = short_text(state.first)}));
    const Value* condition = nullptr;
    const Block& header = p.blocks[source.header];
    if (header.condition != kNone) condition = &p.values[header.condition];
    if (condition && condition->operands.size() == 2) {
      const Symbolic limit = walk.evaluate_at(frame, condition->operands[1], source.header);
      node.expressions.push_back(expression_of(walk, "limit", limit));
    }
    Expression stride{.role = "stride", .text = std::to_string(state.step)};
    node.expressions.push_back(stride);
    region(frame, loop, node.id);
  }

  void block(Frame& frame, BlockId id, uint32_t parent) {
    const Procedure& p = *frame.procedure;
    const Block& block = p.blocks[id];
    const Names loops = walk.loops_of(frame, block.loop);
    Constructs stack = open.at(frame, id);
    const uint32_t outside = parent;
    for (const ValueId v : block.values) {
      const Value& value = p.values[v];
      parent = enclosing(frame, stack, block.loop, outside);
      if (value.opcode == Opcode::operation && is_openmp(p.operations[value.number].call))
        construct(frame, id, v, parent, loops), apply(p, v, stack);
      else if (value.opcode == Opcode::operation)
        operation(frame, id, v, parent, loops);
      else if (value.opcode == Opcode::computation)
        computation(frame, id, v, parent, loops);
      else if (value.opcode == Opcode::call)
        call(frame, id, v, parent, loops);
    }
    parent = enclosing(frame, stack, block.loop, outside);
    const bool is_header = block.loop != kNone && p.loops[block.loop].header == id;
    if (block.condition == kNone || is_header || frame.doomed[block.then] || frame.doomed[block.otherwise]) return;
    const Symbolic condition = walk.evaluate_at(frame, block.condition, id);
    Node& node = add(NodeKind::branch, frame, parent, id, block.place, condition.text);
    set_instances(node, frame.domains[id], loops);
    node.expressions.push_back(expression_of(walk, "condition", condition));
  }

  void call(Frame& frame, BlockId id, ValueId v, uint32_t parent, const Names& loops) {
    const Value& value = frame.procedure->values[v];
    Frame* to = walk.callee(frame, v);
    Node& node = add(NodeKind::call, frame, parent, v, value.place, to ? to->procedure->name : "unknown procedure");
    set_instances(node, frame.domains[id], loops);
    const uint32_t at = node.id;
    if (!to) return;
    for (size_t i = 0; i < to->formals.size(); ++i) {
      const std::string formal = i < to->procedure->formals.size() ? to->procedure->formals[i] : std::to_string(i);
      list.graph.nodes[at].expressions.push_back(expression_of(walk, formal, to->formals[i]));
    }
    procedure(*to, at);
  }

  void operation(Frame& frame, BlockId id, ValueId v, uint32_t parent, const Names& loops) {
    const uint32_t index = uint32_t(frame.procedure->values[v].number);
    const Operation& source = frame.procedure->operations[index];
    if (source.call == Call::rank || source.call == Call::size) return;
    Node& node = add(NodeKind::operation, frame, parent, index, source.place, source.name);
    set_instances(node, frame.domains[id], loops);
    note_threads(node);
    CommNode comm{.node = node.id, .frame = &frame, .operation = &source, .block = id};
    comm.domain = frame.domains[id], comm.loops = loops;
    for (const Argument& argument : source.arguments) {
      const Symbolic value = walk.evaluate_at(frame, argument.value, id);
      comm.arguments[argument.role] = value;
      const bool shown = argument.role == Role::peer || argument.role == Role::source || argument.role == Role::tag ||
                         argument.role == Role::recv_tag || argument.role == Role::root ||
                         argument.role == Role::count || argument.role == Role::recv_count ||
                         argument.role == Role::request_count || argument.role == Role::color;
      if (shown) node.expressions.push_back(expression_of(walk, name_of(argument.role), value));
    }
    for (const Role role : {Role::peer, Role::source})
      if (const auto partner = comm.arguments.find(role); partner != comm.arguments.end())
        partner->second = walk.world_rank(comm.arguments[Role::comm], partner->second);
    list.operations.push_back(std::move(comm));
  }

  void construct(Frame& frame, BlockId id, ValueId v, uint32_t parent, const Names& loops) {
    const uint32_t index = uint32_t(frame.procedure->values[v].number);
    const Operation& source = frame.procedure->operations[index];
    if (source.call == Call::omp_end) return;
    Node& node = add(kind_of(source.call), frame, parent, index, source.place, source.name);
    constructs[{&frame, v}] = node.id;
    set_instances(node, frame.domains[id], loops);
    TaskNode task{.node = node.id, .frame = &frame, .call = source.call};
    task.domain = frame.domains[id];
    std::map<Role, Symbolic> bounds;
    for (const Argument& argument : source.arguments) {
      const Symbolic value = walk.evaluate_at(frame, argument.value, id);
      if (argument.role == Role::depend_address)
        task.depends.push_back({.address = value});
      else if (argument.role == Role::depend_kind)
        task.depends.back().kind = constant_of(value).value_or(0);
      else if (argument.role != Role::depend_bytes) {
        node.expressions.push_back(expression_of(walk, name_of(argument.role), value));
        bounds[argument.role] = value;
      }
    }
    if (node.kind == NodeKind::workshare) {
      if (!walk.budget.answers([&] { share(node, frame.domains[id], loops, source, bounds); }))
        node.instances = {.tier = Tier::evaluable, .set = {}, .reason = kRanOut}, node.count.tier = Tier::evaluable;
    } else if (node.kind == NodeKind::task) {
      note_threads(node);
      const bool counted = walk.budget.answers([&] {
        if (source.call == Call::omp_taskloop)
          count_pieces(node, frame.domains[id], loops, source, bounds);
        else
          node.count = polynomial_of(walk, frame.domains[id], loops, constant_sum(1), everything(walk.ctx));
      });
      if (!counted) node.count = {.tier = Tier::evaluable, .pieces = {}, .reason = kRanOut};
    }
    list.tasks.push_back(std::move(task));
  }

  // The tasks of a taskloop: with num_tasks as many as that, unless there are fewer iterations; with grainsize(strict:
  // g) the last task alone has fewer than g iterations. Else the runtime chooses, and this is the most it may make.
  void count_pieces(Node& node, const isl::set& domain, Names loops, const Operation& source,
                    const std::map<Role, Symbolic>& bounds) {
    for (const auto& [role, bound] : bounds)
      if (bound.value.is_null()) {
        node.count = {.tier = std::max(bound.tier, Tier::evaluable), .pieces = {}, .reason = bound.reason};
        return;
      }
    const std::string name = walk.fresh_name("piece");
    const isl::pw_aff piece = parameter(walk.ctx, name), one = walk.number(1);
    const isl::pw_aff all = bounds.at(Role::last).value.sub(bounds.at(Role::first).value).add(one);
    isl::set set = domain.intersect(piece.ge_set(walk.number(0))).intersect(piece.lt_set(all));
    const auto grain = bounds.contains(Role::chunk) ? constant_of(bounds.at(Role::chunk)) : std::nullopt;
    const bool strict = source.name.find("strict") != std::string::npos;
    if (bounds.contains(Role::count))
      set = set.intersect(piece.lt_set(bounds.at(Role::count).value));
    else if (grain && *grain > 0 && strict)
      set = set.intersect(piece.mul(walk.number(*grain)).lt_set(all));
    else if (grain && *grain > 0)
      set = set.intersect(piece.add(one).mul(walk.number(*grain)).le_set(all).unite(piece.eq_set(walk.number(0))));
    loops.push_back(name);
    node.count = polynomial_of(walk, set.coalesce(), loops, constant_sum(1), everything(walk.ctx));
    node.count.at_most = !bounds.contains(Role::count) && !strict;
  }

  // The iterations of a worksharing loop.
  void share(Node& node, const isl::set& domain, Names loops, const Operation& source,
             const std::map<Role, Symbolic>& bounds) {
    const Symbolic &first = bounds.at(Role::first), &last = bounds.at(Role::last);
    const int64_t step = constant_of(bounds.at(Role::step)).value_or(1);
    for (const Symbolic* bound : {&first, &last})
      if (bound->value.is_null()) {
        node.instances = {.tier = bound->tier, .set = {}, .reason = bound->reason};
        node.count.tier = bound->tier, node.count.reason = bound->reason;
        return;
      }
    // A dimension may have the name of another loop that the set does not depend on.
    std::set<std::string> taken = parameters_of(domain);
    for (const Symbolic* bound : {&first, &last}) taken.merge(parameters_of(bound->value));
    taken.insert(loops.begin(), loops.end());
    const std::string name = taken.contains(source.variable) || walk.symbols.contains(source.variable)
                                 ? walk.fresh_name(source.variable)
                                 : source.variable;
    const isl::pw_aff variable = parameter(walk.ctx, name);
    isl::set set = domain.intersect(step > 0 ? variable.ge_set(first.value).intersect(variable.le_set(last.value))
                                             : variable.le_set(first.value).intersect(variable.ge_set(last.value)));
    if (std::abs(step) > 1) set = set.intersect(variable.sub(first.value).mod(std::abs(step)).eq_set(walk.number(0)));
    loops.push_back(name);
    set_instances(node, set.coalesce(), loops);
    node.count = polynomial_of(walk, set.coalesce(), loops, constant_sum(1), everything(walk.ctx));
  }

  void computation(Frame& frame, BlockId id, ValueId v, uint32_t parent, const Names& loops) {
    const uint32_t index = uint32_t(frame.procedure->values[v].number);
    const Computation& source = frame.procedure->computations[index];
    Node& node = add(NodeKind::computation, frame, parent, index, source.place, source.name);
    set_instances(node, frame.domains[id], loops);
    note_threads(node);
    for (size_t i = 0; i < source.actuals.size(); ++i)
      node.expressions.push_back(expression_of(walk, "actual", walk.evaluate_at(frame, source.actuals[i], id)));
    bool at_most = false;
    for (const Work& work : source.work) {
      node.flops += work.flops, node.memory_operations += work.loads + work.stores;
      if (!walk.budget.answers([&] { add_work(node, frame, id, work); }))
        node.iterations = {.tier = std::max(Tier::evaluable, node.iterations.tier), .pieces = {}, .reason = kRanOut};
      at_most = at_most || work.at_most;
    }
    node.iterations.at_most = at_most;
  }

  void add_work(Node& node, Frame& frame, BlockId id, const Work& work) {
    isl::set points = frame.domains[id];
    Names dims;
    const auto give_up = [&](Tier tier, std::string reason) {
      node.iterations = {.tier = std::max(tier, node.iterations.tier), .pieces = {}, .reason = std::move(reason)};
    };
    for (size_t i = 0; i < work.ranges.size(); ++i) {
      const LoopRange& range = work.ranges[i];
      const std::string name = fmt::format("work_{}", i);
      const isl::pw_aff variable = parameter(walk.ctx, name);
      if (range.variable != kNone) frame.indices[range.variable] = name;
      if (range.first == kNone || range.limit == kNone)
        return give_up(Tier::observed, fmt::format("the number of iterations of {} depends on data", range.name));
      const Symbolic first = walk.evaluate(frame, range.first), limit = walk.evaluate(frame, range.limit);
      for (const Symbolic& bound : {first, limit})
        if (bound.value.is_null()) return give_up(bound.tier, bound.reason);
      points = points.intersect(range.step > 0 ? variable.ge_set(first.value).intersect(variable.lt_set(limit.value))
                                               : variable.le_set(first.value).intersect(variable.gt_set(limit.value)));
      if (std::abs(range.step) > 1)
        points = points.intersect(variable.sub(first.value).mod(std::abs(range.step)).eq_set(walk.number(0)));
      dims.push_back(name);
    }
    if (node.iterations.tier != Tier::exact && node.iterations.pieces.empty()) return;
    Polynomial one = polynomial_of(walk, points, dims, constant_sum(1), frame.domains[id]);
    node.iterations.tier = std::max(node.iterations.tier, one.tier);
    if (!one.reason.empty()) node.iterations.reason = one.reason;
    if (one.pieces.empty() && one.tier != Tier::exact) node.iterations.pieces.clear();
    for (PolynomialPiece& piece : one.pieces) node.iterations.pieces.push_back(std::move(piece));
  }
};

} // namespace

InstanceSet instances_of(Walk& walk, const isl::set& domain, const Names& loops, Names& dims) {
  InstanceSet result;
  const auto names = parameters_of(domain);
  Maybe<isl::set> set = domain;
  dims = walk.has_ranks ? Names{"rank"} : Names{};
  result.tier = walk.tier_of(names, &result.reason, nullptr);
  if (walk.grid.names_any(names)) {
    set = walk.grid.in_coordinates(domain);
    dims = walk.grid.coordinates();
    if (set.is_null()) {
      set = domain, dims = {"rank"};
      for (const std::string& name : names)
        if (walk.grid.is_coordinate(name)) set = without_parameter(set, name);
      result.tier = std::max(result.tier, Tier::evaluable);
      result.reason = "the set needs both the rank and its coordinates";
    }
  }
  dims.insert(dims.end(), loops.begin(), loops.end());
  result.set = text_of(with_dimensions(walk.with_booleans(set), dims));
  return result;
}

Polynomial polynomial_of(Walk& walk, const isl::set& set, const Names& dims, const SumOfMonomials& weight,
                         const isl::set& context) {
  Polynomial result;
  const auto count = count_points(set, dims, weight);
  if (!count) {
    result.tier = Tier::evaluable, result.reason = "the count is not a polynomial";
    return result;
  }
  for (const CountPiece& piece : *count) {
    const isl::set domain = piece.domain.gist(context).coalesce();
    std::set<std::string> names = parameters_of(piece.domain);
    for (const auto& [monomial, coefficient] : piece.sum)
      for (const auto& [name, exponent] : monomial) names.insert(name);
    result.tier = std::max(result.tier, walk.tier_of(names, &result.reason, nullptr));
    const bool everywhere = domain.is_equal(everything(walk.ctx));
    result.pieces.push_back({.domain = everywhere ? "" : text_of(domain), .polynomial = text_of(piece.sum)});
  }
  return result;
}

void add_nodes(NodeList& list) {
  Emitter emitter{list};
  emitter.procedure(list.walk.main(), kNoNode);
  emitter.degrade_repeated();
}

} // namespace unply::sets
