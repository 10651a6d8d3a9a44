// Communicators: copies, and Cartesian grids over all processes, whose coordinates are those of the program's grid, the
// last dimension running fastest. Their parts are in walk_parts.cpp.
#include "sets/walk.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::sets {

namespace {

constexpr int64_t kBytes = 4; // of an int

} // namespace

bool Walk::is_world(const Symbolic& communicator) const {
  if (const auto made = communicators.find(communicator.object); made != communicators.end())
    return made->second.is_whole();
  const auto handle = constant_of(communicator);
  const int64_t at = handle.value_or(0) - kPredefined;
  const auto& handles = predefined_handles();
  return handle && at >= 0 && size_t(at) < handles.size() &&
         std::string_view(handles[size_t(at)].name) == "MPI_COMM_WORLD";
}

// The int at an address as an instruction finds it, where one writer before it is known to be the last.
Symbolic Walk::int_at(Frame& frame, ValueId before, ValueId address, int64_t offset) {
  const Procedure& p = *frame.procedure;
  const std::string own = frame.key + ":";
  const Symbolic base = evaluate_at(frame, address, frame.block_of[before]);
  const auto start = constant_of({.value = base.value});
  if (!base.object.starts_with(own) || !start) return {};
  const int64_t wanted = *start + offset;
  const ValueId slot = ValueId(std::stoul(base.object.substr(own.size())));
  auto writers = writers_of(p, slot, wanted, kBytes);
  if (!writers) return {};
  std::erase_if(*writers, [&](const Writer& one) { return one.id == before || !precedes(frame, one.id, before); });
  const auto last = std::ranges::max_element(*writers, {}, [&](const Writer& one) { return frame.position[one.id]; });
  if (last == writers->end() || frame.position[last->id] > frame.position[before]) return {};
  const BlockId at = frame.block_of[last->id];
  if (!dominates(frame, at, frame.block_of[before]) || p.blocks[at].loop != kNone || !frame.outer_loops.empty())
    return {};
  return int_of(frame, last->id, slot, wanted);
}

// The int that an instruction writes at an offset of a slot.
Symbolic Walk::int_of(Frame& frame, ValueId writer, ValueId slot, int64_t wanted) {
  const Procedure& p = *frame.procedure;
  const Value& value = p.values[writer];
  const BlockId here = frame.block_of[writer];
  if (value.opcode == Opcode::operation) return side_of(frame, writer, slot, wanted);
  if (value.opcode != Opcode::store && value.opcode != Opcode::fill && value.opcode != Opcode::copy) return {};
  std::set<ValueId> seen;
  const Offset to = offset_from(p, value.operands[value.opcode == Opcode::store ? 1 : 0], slot, seen);
  if (!to.offset) return {};
  const int64_t inside = wanted - *to.offset;
  if (value.opcode == Opcode::store) {
    const bool whole = inside == 0 && p.values[value.operands[0]].bits == 8 * kBytes;
    return whole ? evaluate_at(frame, value.operands[0], here) : Symbolic();
  }
  const auto size = constant_of(evaluate_at(frame, value.operands[2], here));
  if (!size || inside < 0 || inside + kBytes > *size) return {};
  Symbolic source = evaluate_at(frame, value.operands[1], here);
  if (value.opcode == Opcode::fill) return constant_of(source) == 0 ? source : Symbolic();
  if (!source.object.starts_with("global ") || source.value.is_null()) return {};
  source.value = source.value.add_constant(long(inside));
  return global_constant(source, unsigned(8 * kBytes)).value_or(Symbolic());
}

// A side that MPI_Dims_create chooses: a parameter, which the interpreter can tell.
Symbolic Walk::side_of(Frame& frame, ValueId writer, ValueId slot, int64_t wanted) {
  const Procedure& p = *frame.procedure;
  const Operation& operation = p.operations[p.values[writer].number];
  if (operation.call != Call::dims_create) return {};
  const Argument *nodes = argument_of(operation, Role::nnodes), *dims = argument_of(operation, Role::dims);
  if (!nodes || !dims) return {};
  const Symbolic size = evaluate_at(frame, nodes->value, frame.block_of[writer]);
  const Symbolic address = evaluate_at(frame, dims->value, frame.block_of[writer]);
  const auto start = constant_of({.value = address.value});
  if (size.value.is_null() || !same(size.value, parameter(ctx, "P")) || !start) return {};
  const int64_t offset = wanted - *start;
  const Symbolic given = int_at(frame, writer, dims->value, offset);
  if (given.text.empty() || !constant_of(given)) return {};
  if (constant_of(given) != 0) return given; // MPI keeps it
  const std::string array = p.values[slot].name.empty() ? "dims" : p.values[slot].name;
  const std::string text = fmt::format("{}[{}]", array, offset / kBytes);
  auto [name, is_new] = found.named_texts.try_emplace(fmt::format("side {} {} {}", frame.key, writer, wanted));
  if (is_new) {
    name->second = new_name(fmt::format("{}_{}", array, offset / kBytes));
    symbols[name->second] = {.text = fmt::format("{}, by MPI_Dims_create at {}", text, line(operation.place))};
    found.probes.values[name->second] = {.procedure = frame.index, .value = writer, .slot = slot, .offset = wanted};
  }
  return affine(parameter(ctx, name->second), text);
}

// The handle of a new communicator: an object of its own. Empty where its processes are not known.
Symbolic Walk::made_communicator(Frame& frame, ValueId id) {
  const Procedure& p = *frame.procedure;
  const Operation& operation = p.operations[p.values[id].number];
  const std::string object = fmt::format("communicator {}:{}", frame.key, id);
  if (!communicators.contains(object)) {
    auto made = new_communicator(frame, id);
    if (!made) return {};
    std::string name = fmt::format("{} at {}", operation.name, line(operation.place));
    const auto is_taken = [&](const auto& other) { return other.second.name == name; };
    while (std::ranges::any_of(communicators, is_taken)) name += ", again";
    made->name = name;
    communicators[object] = std::move(*made);
  }
  return {.value = number(0), .tier = Tier::exact, .text = communicators[object].name, .object = object};
}

std::optional<Communicator> Walk::new_communicator(Frame& frame, ValueId id) {
  const Procedure& p = *frame.procedure;
  const Operation& operation = p.operations[p.values[id].number];
  const Argument* parent = argument_of(operation, Role::comm);
  if (!parent) return {};
  const Symbolic handle = evaluate_at(frame, parent->value, frame.block_of[id]);
  if (operation.call == Call::cart_sub) return subgrid(frame, id);
  if (operation.call == Call::comm_dup)
    if (const Communicator* part = part_of(handle)) return *part;
  if (!is_world(handle)) return {};
  Communicator made;
  if (operation.call == Call::comm_dup) return made;
  if (operation.call == Call::comm_split) return split(frame, id);
  if (operation.call == Call::cart_create && set_cartesian(frame, id, made)) return made;
  return {};
}

// A side that is a number has a name like any other, so that products with it are the grid's.
Symbolic Walk::named_side(Frame& frame, ValueId id, ValueId dims, int64_t d, const Symbolic& side) {
  const auto number = constant_of(side);
  if (!number) return side;
  const Symbolic address = evaluate_at(frame, dims, frame.block_of[id]);
  const auto start = constant_of({.value = address.value});
  const std::string own = frame.key + ":";
  if (*number < 1 || !start || !address.object.starts_with(own)) return {};
  auto [name, is_new] = found.named_texts.try_emplace(fmt::format("side {} {} {}", frame.key, id, d));
  if (is_new) {
    const Procedure& p = *frame.procedure;
    const ValueId slot = ValueId(std::stoul(address.object.substr(own.size())));
    const std::string array = p.values[slot].name.empty() ? "dims" : p.values[slot].name;
    name->second = new_name(fmt::format("{}_{}", array, d));
    symbols[name->second] = {.text = fmt::format("{}[{}], {}", array, d, *number)};
    found.probes.values[name->second] = {
        .procedure = frame.index, .value = id, .slot = slot, .offset = *start + kBytes * d};
  }
  return affine(parameter(ctx, name->second), symbols[name->second].text);
}

// The sides, which make the program's grid, and which of them are rings.
bool Walk::set_cartesian(Frame& frame, ValueId id, Communicator& made) {
  const Operation& operation = frame.procedure->operations[frame.procedure->values[id].number];
  const Argument *count = argument_of(operation, Role::ndims), *dims = argument_of(operation, Role::dims),
                 *periods = argument_of(operation, Role::periods);
  if (!count || !dims || !periods) return false;
  const auto dimensions = constant_of(evaluate_at(frame, count->value, frame.block_of[id]));
  if (!dimensions || *dimensions < 2 || *dimensions > 3) return false;
  Factors size, divisor;
  std::vector<Factors> divisors;
  Names sides;
  for (int64_t d = *dimensions - 1; d >= 0; --d) {
    const Symbolic side = named_side(frame, id, dims->value, d, int_at(frame, id, dims->value, kBytes * d));
    const auto ring = constant_of(int_at(frame, id, periods->value, kBytes * d));
    if (side.text.empty() || side.value.is_null() || !ring) return false;
    const auto factors = factors_of(side.value);
    if (!factors || factors->size() != 1) return false;
    made.along.push_back(sides.size()), made.rings.push_back(*ring != 0);
    sides.push_back(*factors->begin());
    size = with(size, *factors);
    if (d > 0) divisors.push_back(divisor = with(divisor, *factors));
  }
  GridFacts& facts = found.grid;
  if (!facts.size.empty() && facts.size != size) return false;
  const bool learned_size = facts.size.empty();
  facts.size = size;
  if (learned_size) facts.size_reason = "for the grid of " + line(operation.place);
  bool learned = learned_size && !grid.empty();
  for (const Factors& one : divisors) learned |= facts.add_divisor(one);
  if (learned) begin_anew();
  assumptions.insert(fmt::format("{} keeps the order of processes at {}", operation.name, line(operation.place)));
  return grid.extents() == sides;
}

// What MPI_Cart_shift and MPI_Cart_coords write for the process itself.
Symbolic Walk::cartesian_result(Frame& frame, ValueId id, ValueId slot, int64_t wanted) {
  const Procedure& p = *frame.procedure;
  const Operation& operation = p.operations[p.values[id].number];
  const bool shifts = operation.call == Call::cart_shift;
  if (!shifts && operation.call != Call::cart_coords) return {};
  const auto given = [&](Role role) {
    const Argument* argument = argument_of(operation, role);
    return argument ? evaluate_at(frame, argument->value, frame.block_of[id]) : Symbolic();
  };
  const auto comm = communicators.find(given(Role::comm).object);
  if (comm == communicators.end() || comm->second.along.empty()) return {};
  const Communicator& cartesian = comm->second;
  const int64_t dimensions = int64_t(cartesian.along.size());
  const auto is_at = [&](Role role) {
    const Argument* argument = argument_of(operation, role);
    std::set<ValueId> seen;
    return argument ? offset_from(p, argument->value, slot, seen) : Offset();
  };
  if (!shifts) {
    const Symbolic rank = given(argument_of(operation, Role::peer) ? Role::peer : Role::source);
    const Offset to = is_at(Role::coords);
    const isl::pw_aff own = cartesian.is_whole() ? parameter(ctx, "rank") : isl::pw_aff(cartesian.rank);
    if (!to.offset || rank.value.is_null() || !same(rank.value, own)) return {};
    const int64_t d = (wanted - *to.offset) / kBytes;
    if (d < 0 || d >= dimensions) return {};
    const std::string& name = grid.coordinates()[cartesian.along[size_t(dimensions - 1 - d)]];
    return affine(parameter(ctx, name), name);
  }
  const auto direction = constant_of(given(Role::direction)), step = constant_of(given(Role::displacement));
  if (!direction || !step || std::abs(*step) != 1 || *direction < 0 || *direction >= dimensions) return {};
  const bool is_source = is_at(Role::source_out).derived;
  if (is_source == is_at(Role::dest_out).derived) return {};
  const size_t side = size_t(dimensions - 1 - *direction);
  return affine(
      neighbour(cartesian, side, is_source ? -*step : *step),
      fmt::format("the {} of {} at {}", is_source ? "source" : "destination", operation.name, line(operation.place)));
}

// The process one step further along a side: the first one again behind the last one of a ring, else nobody.
isl::pw_aff Walk::neighbour(const Communicator& cartesian, size_t side, int64_t step) {
  const Names& extents = grid.extents();
  const std::string& extent = extents[cartesian.along[side]];
  Factors below;
  for (size_t i = 0; i < side; ++i) below.insert(extents[cartesian.along[i]]);
  const auto stride = [&](const Factors& factors) {
    return factors.empty() ? number(1) : parameter(ctx, product_name(factors));
  };
  const isl::pw_aff rank = cartesian.is_whole() ? parameter(ctx, "rank") : isl::pw_aff(cartesian.rank),
                    one = stride(below), all = stride(with(below, {extent}));
  const isl::pw_aff place = parameter(ctx, grid.coordinates()[cartesian.along[side]]).add_constant(long(step));
  const isl::set in_grid = place.ge_set(number(0)).intersect(place.lt_set(parameter(ctx, extent)));
  const isl::pw_aff next = rank.add(one.scale(long(step)));
  const isl::pw_aff behind = cartesian.rings[side] ? next.sub(all.scale(long(step))) : number(program.proc_null);
  return next.intersect_domain(in_grid).union_add(behind.subtract_domain(in_grid)).coalesce();
}

} // namespace unply::sets
