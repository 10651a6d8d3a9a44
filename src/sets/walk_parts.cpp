// Communicators that have a part of all processes: those of one colour, or some sides of a Cartesian grid. They are
// known where the processes of each part are at equal steps: a row of the grid, a column, every second process. Sets
// keep the ranks among all processes; a rank within the part is a value like any other.
#include "sets/walk.h"
#include <algorithm>

namespace unply::sets {

namespace {

const std::string kOther = "rank_other"; // another process of the same part

constexpr long kLongestBlock = 16;

// Wherever the first one has a value.
bool equals(const isl::pw_aff& value, const isl::pw_aff& other) {
  return value.domain().is_subset(value.eq_set(other));
}

} // namespace

const Argument* argument_of(const Operation& operation, Role role) {
  const auto found = std::ranges::find(operation.arguments, role, &Argument::role);
  return found == operation.arguments.end() ? nullptr : &*found;
}

const Communicator* Walk::part_of(const Symbolic& communicator) const {
  const auto made = communicators.find(communicator.object);
  return made == communicators.end() || made->second.is_whole() ? nullptr : &made->second;
}

Symbolic Walk::world_rank(const Symbolic& communicator, const Symbolic& partner) {
  const Communicator* part = part_of(communicator);
  if (!part || partner.value.is_null()) return partner;
  Symbolic result = partner;
  if (part->along.size() == 1) {
    result.along = part->along[0];
    return result;
  }
  const isl::set named = partner.value.ge_set(number(0)); // MPI_PROC_NULL and MPI_ANY_SOURCE are negative
  const isl::pw_aff steps = partner.value.intersect_domain(named).sub(part->rank);
  Maybe<isl::pw_aff> way =
      part->step.empty() ? steps.scale(long(part->fixed_step)) : times(steps.coalesce(), part->step);
  if (way.is_null()) {
    result.depends = parameters_of(partner.value), result.depends.insert("rank");
    result.value = {}, result.tier = Tier::evaluable;
    result.reason = result.text + " is no fixed step in " + part->name;
  } else {
    result.value = way.add(parameter(ctx, "rank")).union_add(partner.value.subtract_domain(named)).coalesce();
  }
  return result;
}

// Where the processes of one colour are in order of their ranks, so that the key changes nothing.
std::optional<Communicator> Walk::split(Frame& frame, ValueId id) {
  const Operation& operation = frame.procedure->operations[frame.procedure->values[id].number];
  const Argument *color = argument_of(operation, Role::color), *key = argument_of(operation, Role::key);
  if (!color || !key) return {};
  const BlockId here = frame.block_of[id];
  const Symbolic by = evaluate_at(frame, color->value, here), order = evaluate_at(frame, key->value, here);
  if (by.value.is_null() || order.value.is_null()) return {};
  std::set<std::string> names = parameters_of(by.value);
  names.merge(parameters_of(order.value)), names.merge(parameters_of(frame.domains[here]));
  if (tier_of(names, nullptr, nullptr) != Tier::exact) return {};
  const isl::set members = frame.domains[here].intersect(by.value.ne_set(number(program.undefined)));
  std::optional<Communicator> made;
  if (grid.names_any(parameters_of(by.value)))
    made = split_grid(by.value, members);
  else
    made = split_ranks(by.value, members);
  if (made && !keeps_order(*made, by.value, order.value, members)) return {};
  return made;
}

// All processes of the grid, by one of their coordinates or by the rest of them.
std::optional<Communicator> Walk::split_grid(const isl::pw_aff& color, const isl::set& members) {
  const isl::set inside = grid.in_coordinates(members);
  if (inside.is_null() || !grid.context().is_subset(inside)) return {};
  const size_t sides = grid.coordinates().size();
  for (size_t kept = 1; kept + 1 < size_t(1) << sides; ++kept) {
    std::vector<bool> keep, others;
    for (size_t i = 0; i < sides; ++i) keep.push_back(kept >> i & 1), others.push_back(!keep.back());
    const auto rest = part_of_grid(others); // its rank is told by what this part leaves out
    if (rest && same(color, rest->rank)) return part_of_grid(keep);
  }
  return {};
}

// The coordinates that are kept, if those are next to each other.
std::optional<Communicator> Walk::part_of_grid(const std::vector<bool>& kept) {
  Communicator part;
  Factors size;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) {
      if (part.along.empty()) part.step.insert(grid.extents()[i]);
      continue;
    }
    if (!part.along.empty() && part.along.back() + 1 != i) return {};
    const isl::pw_aff own = parameter(ctx, grid.coordinates()[i]);
    const isl::pw_aff before = size.empty() ? own : times(own, size);
    if (before.is_null()) return {};
    part.rank = size.empty() ? own : isl::pw_aff(part.rank.add(before));
    part.along.push_back(i), size.insert(grid.extents()[i]);
  }
  if (part.along.empty() || part.along.size() == kept.size()) return {};
  part.size = parameter(ctx, product_name(size));
  return part;
}

// isl tells the first rank of a colour case by case; blocks of a constant length, or every k-th rank, are one case.
static isl::pw_aff simpler_start(const isl::pw_aff& low, int64_t step) {
  const isl::pw_aff rank = parameter(low.ctx(), "rank");
  if (step > 1) return equals(low, rank.mod(long(step))) ? rank.mod(long(step)) : low;
  for (long length = 2; length <= kLongestBlock; ++length)
    if (const isl::pw_aff start = rank.sub(rank.mod(length)); equals(low, start)) return start;
  return low;
}

// By ranks alone: each colour has those from one rank to another, at steps of a constant.
std::optional<Communicator> Walk::split_ranks(const isl::pw_aff& color, const isl::set& members) {
  const std::vector<std::pair<std::string, std::string>> there = {{"rank", kOther}};
  const isl::pw_aff rank = parameter(ctx, "rank"), other = parameter(ctx, kOther);
  const isl::set both =
      members.intersect(renamed(members, there)).intersect(color.eq_set(renamed(color, there))).coalesce();
  const auto ends = [&](bool last) {
    const isl::set values = with_dimensions(both, {kOther});
    isl::multi_pw_aff end = last ? values.max_multi_pw_aff() : values.min_multi_pw_aff();
    return isl::pw_aff(end.at(0));
  };
  const isl::pw_aff low = ends(false), high = ends(true);
  const isl::set further = with_dimensions(both.intersect(other.gt_set(rank)), {kOther});
  Communicator part;
  if (!further.is_empty()) {
    const auto step = constant_of({.value = isl::pw_aff(further.min_multi_pw_aff().at(0)).sub(rank)});
    if (!step) return {};
    part.fixed_step = *step;
  }
  const long step = long(part.fixed_step);
  const isl::set regular = members.intersect(other.ge_set(low))
                               .intersect(other.le_set(high))
                               .intersect(other.sub(rank).mod(step).eq_set(number(0)));
  if (!regular.is_equal(both)) return {};
  const isl::pw_aff start = simpler_start(low, part.fixed_step);
  part.rank = rank.sub(start).scale_down(step).floor().coalesce();
  const isl::pw_aff most = parameter(ctx, "P").add_constant(-1L).sub(start).scale_down(step).floor();
  const isl::pw_aff last = high.sub(start).scale_down(step).floor();
  part.size = (equals(last, most) ? most : last).add_constant(1L).coalesce();
  return part;
}

// No process of a part has a greater key than one behind it.
bool Walk::keeps_order(const Communicator& part, const isl::pw_aff& color, const isl::pw_aff& key,
                       const isl::set& members) const {
  if (same(key, parameter(ctx, "rank"))) return true;
  std::vector<std::pair<std::string, std::string>> there = {{"rank", kOther}};
  for (const std::string& name : grid.coordinates()) there.emplace_back(name, name + "_other");
  isl::set pairs = members.intersect(renamed(members, there)).intersect(color.eq_set(renamed(color, there)));
  if (!grid.empty()) {
    const isl::set inside = grid.context();
    pairs = pairs.intersect(inside).intersect(renamed(inside, there));
  }
  const isl::set behind = renamed(isl::pw_aff(part.rank), there).gt_set(part.rank);
  return pairs.intersect(behind).is_disjoint(key.gt_set(renamed(key, there)));
}

// MPI_Cart_sub of a grid of all processes.
std::optional<Communicator> Walk::subgrid(Frame& frame, ValueId id) {
  const Operation& operation = frame.procedure->operations[frame.procedure->values[id].number];
  const Argument *comm = argument_of(operation, Role::comm), *remain = argument_of(operation, Role::remain);
  if (!comm || !remain) return {};
  const auto whole = communicators.find(evaluate_at(frame, comm->value, frame.block_of[id]).object);
  if (whole == communicators.end() || !whole->second.is_whole() || whole->second.along.empty()) return {};
  const Communicator cartesian = whole->second;
  std::vector<bool> kept, rings;
  for (size_t i = 0; i < cartesian.along.size(); ++i) {
    const int64_t offset = 4 * int64_t(cartesian.along.size() - 1 - i);
    const auto given = constant_of(int_at(frame, id, remain->value, offset));
    if (!given) return {};
    kept.push_back(*given != 0);
    if (kept.back()) rings.push_back(cartesian.rings[i]);
  }
  auto part = part_of_grid(kept);
  if (part) part->rings = rings;
  return part;
}

} // namespace unply::sets
