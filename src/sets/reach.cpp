#include "sets/reach.h"
#include <algorithm>
#include <cstdlib>

namespace unply::sets {

using namespace stg;

namespace {

constexpr int64_t kMost = int64_t(1) << 40; // of a number that is still told: no sum or product of two overflows

std::optional<Bounds> bounded(Bounds range) {
  if (std::abs(range.low) > kMost || std::abs(range.high) > kMost) return {};
  return range;
}

std::optional<Bounds> product(const Bounds& a, const Bounds& b) {
  const __int128 all[] = {__int128(a.low) * b.low, __int128(a.low) * b.high, __int128(a.high) * b.low,
                          __int128(a.high) * b.high};
  const __int128 low = *std::ranges::min_element(all), high = *std::ranges::max_element(all);
  if (low < -kMost || high > kMost) return {};
  return Bounds{int64_t(low), int64_t(high)};
}

} // namespace

// Nothing is known of a value that leads back to itself, other than a loop's variable.
std::optional<Bounds> Reaches::range_of(ValueId id) {
  const auto [at, is_new] = known.try_emplace(id);
  if (!is_new) return at->second;
  const std::optional<Bounds> range = compute(id);
  known[id] = range;
  return range;
}

std::optional<Bounds> Reaches::hull(const Value& value, size_t first) {
  std::optional<Bounds> all;
  for (size_t i = first; i < value.operands.size(); ++i) {
    const auto one = range_of(value.operands[i]);
    if (!one) return {};
    all = all ? Bounds{std::min(all->low, one->low), std::max(all->high, one->high)} : *one;
  }
  return all;
}

// A variable that grows while it is below a limit, as the header tests it.
std::optional<Bounds> Reaches::of_loop(ValueId id, const Loop& loop) {
  const Value& phi = p.values[id];
  const Block& header = p.blocks[loop.header];
  if (phi.operands.size() != 2 || header.condition == kNone) return {};
  const size_t latch = phi.from[0] == loop.latch ? 0 : 1;
  const Value &next = p.values[phi.operands[latch]], &test = p.values[header.condition];
  const bool tests = test.opcode == Opcode::slt && test.operands[0] == id &&
                     (header.otherwise == kNone || p.blocks[header.then].loop == header.loop);
  if (!tests || next.opcode != Opcode::add || next.operands[0] != id) return {};
  const auto step = range_of(next.operands[1]), first = range_of(phi.operands[1 - latch]),
             limit = range_of(test.operands[1]);
  if (!step || !first || !limit || step->low < 1) return {};
  return bounded({first->low, std::max(first->high, limit->high + step->high - 1)});
}

std::optional<Bounds> Reaches::compute(ValueId id) {
  const Value& value = p.values[id];
  switch (value.opcode) {
  case Opcode::constant:
    return bounded({value.number, value.number});
  case Opcode::add:
  case Opcode::sub:
  case Opcode::mul: {
    const auto a = range_of(value.operands[0]), b = range_of(value.operands[1]);
    if (!a || !b) return {};
    if (value.opcode == Opcode::mul) return product(*a, *b);
    return value.opcode == Opcode::add ? bounded({a->low + b->low, a->high + b->high})
                                       : bounded({a->low - b->high, a->high - b->low});
  }
  case Opcode::sext:
  case Opcode::zext: {
    if (p.values[value.operands[0]].bits == 1)
      return Bounds{value.opcode == Opcode::sext ? -1 : 0, value.opcode == Opcode::zext};
    const auto from = range_of(value.operands[0]);
    return from && (value.opcode == Opcode::sext || from->low >= 0) ? from : std::nullopt;
  }
  case Opcode::select:
    return hull(value, 1);
  case Opcode::phi:
    for (const Loop& loop : p.loops) {
      const auto& values = p.blocks[loop.header].values;
      if (std::ranges::find(values, id) != values.end()) return of_loop(id, loop);
    }
    return hull(value, 0);
  default:
    return {};
  }
}

Reach Reaches::of(ValueId address, ValueId base) {
  std::set<ValueId> seen;
  return of(address, base, seen);
}

Reach Reaches::of(ValueId address, ValueId base, std::set<ValueId>& seen) {
  if (address == base) return {.derived = true, .at = Bounds{}};
  if (!seen.insert(address).second) return {}; // what it is made from was told already
  const Value& value = p.values[address];
  if (value.opcode == Opcode::add && value.operands.size() == 2)
    for (const size_t i : {0, 1}) {
      Reach from = of(value.operands[i], base, seen);
      if (!from.derived) continue;
      const auto by = range_of(value.operands[1 - i]);
      if (from.at && by)
        from.at = bounded({from.at->low + by->low, from.at->high + by->high});
      else
        from.at.reset();
      return from;
    }
  if (value.opcode == Opcode::phi || value.opcode == Opcode::select || value.opcode == Opcode::sub)
    for (const ValueId operand : value.operands)
      if (of(operand, base, seen).derived) return {.derived = true};
  return {};
}

} // namespace unply::sets
