// How often the innermost code of a computation's nests runs: levels whose bounds no outer variable decides are
// multiplied, others are summed.
#include "stg/run/exchange.h"
#include "stg/run/machine.h"
#include <bit>
#include <fmt/format.h>

namespace unply::stg {

namespace {

using Number = std::optional<int64_t>;

// Evaluates the pure expressions of loop bounds.
struct Bounds {
  const Procedure& procedure;
  const std::function<Number(ValueId)> input; // of values in blocks, formals and constants
  uint64_t& instructions_left;
  std::vector<std::pair<ValueId, int64_t>> variables;

  Number of(ValueId id) const {
    const Value& value = procedure.values[id];
    for (const auto& [variable, number] : variables)
      if (variable == id) return number;
    if (const Number given = input(id)) return given;
    if (value.opcode == Opcode::index || value.operands.empty() || value.is_real) return std::nullopt;
    if (value.opcode == Opcode::select) {
      const Number condition = of(value.operands[0]);
      return condition ? of(value.operands[*condition ? 1 : 2]) : std::nullopt;
    }
    const Number a = of(value.operands[0]), b = value.operands.size() > 1 ? of(value.operands[1]) : Number(0);
    if (!a || !b) return std::nullopt;
    const Number made = binary(value, *a, *b, procedure.values[value.operands[0]].bits);
    return made ? Number(as_signed(*made, value.bits)) : made;
  }

  static Number binary(const Value& value, int64_t a, int64_t b, unsigned bits) {
    const uint64_t ua = as_unsigned(a, bits), ub = as_unsigned(b, bits);
    switch (value.opcode) {
    case Opcode::add:
      return a + b;
    case Opcode::sub:
      return a - b;
    case Opcode::mul:
      return int64_t(uint64_t(a) * uint64_t(b));
    case Opcode::sdiv:
      return b == 0 || b == -1 ? (b ? Number(-a) : std::nullopt) : Number(a / b);
    case Opcode::srem:
      return b == 0 || b == -1 ? (b ? Number(0) : std::nullopt) : Number(a % b);
    case Opcode::udiv:
      return ub ? Number(int64_t(ua / ub)) : std::nullopt;
    case Opcode::urem:
      return ub ? Number(int64_t(ua % ub)) : std::nullopt;
    case Opcode::shl:
      return b >= 0 && b < 64 ? Number(int64_t(uint64_t(a) << b)) : std::nullopt;
    case Opcode::ashr:
      return b >= 0 && b < 64 ? Number(a >> b) : std::nullopt;
    case Opcode::lshr:
      return b >= 0 && b < 64 ? Number(int64_t(ua >> b)) : std::nullopt;
    case Opcode::and_:
      return a & b;
    case Opcode::or_:
      return a | b;
    case Opcode::xor_:
      return a ^ b;
    case Opcode::trunc:
    case Opcode::sext:
      return a;
    case Opcode::zext:
      return int64_t(ua);
    case Opcode::eq:
      return a == b;
    case Opcode::ne:
      return a != b;
    case Opcode::slt:
      return a < b;
    case Opcode::sle:
      return a <= b;
    case Opcode::ult:
      return ua < ub;
    case Opcode::ule:
      return ua <= ub;
    default:
      return std::nullopt;
    }
  }

  // The product or sum over the levels from `level` on; trips of a level whose limit is not known: from `ask`.
  template <class Ask>
  Result<int64_t> count(const Work& work, const std::vector<bool>& bounds_inner, size_t level, Ask& ask) {
    if (level == work.ranges.size()) return 1;
    const LoopRange& range = work.ranges[level];
    const Number first = of(range.first), limit = range.limit == kNone ? std::nullopt : of(range.limit);
    int64_t trips = 0;
    if (first && limit) {
      const int64_t span = range.step > 0 ? *limit - *first : *first - *limit, step = std::abs(range.step);
      trips = span <= 0 ? 0 : (span + step - 1) / step;
    } else {
      const Result<int64_t> asked = ask(range);
      if (!asked) return asked;
      trips = std::max<int64_t>(*asked, 0);
    }
    if (trips == 0) return 0;
    const bool inner_depend = bounds_inner[level];
    if (inner_depend) { // each trip is a count of its own
      if (uint64_t(trips) > instructions_left) return fail("the nest runs for too long");
      instructions_left -= uint64_t(trips);
    }
    variables.emplace_back(range.variable, first.value_or(0));
    int64_t total = 0;
    for (int64_t i = 0; i < (inner_depend ? trips : 1); ++i) {
      variables.back().second = first.value_or(0) + i * range.step;
      const Result<int64_t> inner = count(work, bounds_inner, level + 1, ask);
      if (!inner) return inner;
      total += *inner;
    }
    variables.pop_back();
    return inner_depend ? total : total * trips;
  }
};

} // namespace

Result<void> Machine::count_work(const ComputationSite& site, uint32_t index) {
  const Code& code = *frames.back().code;
  const Computation& computation = *site.computation;
  current.kind = Step::Kind::computation, current.procedure = code.number, current.index = index;
  current.place = computation.place, current.posts.clear(), current.completes.clear(), current.observed = false;
  Counted& last = counted[site.number];
  bool same = last.valid;
  for (size_t i = 0; i < site.inputs.size() && same; ++i)
    same = known(site.inputs[i]) && last.inputs[i] == value(site.inputs[i]);
  if (same) {
    current.iterations = last.iterations;
    return {};
  }
  Bounds bounds{*code.procedure,
                [&](ValueId id) { return known(id) ? Number(value(id)) : std::nullopt; },
                exchange.instructions_left,
                {}};
  bool asked = false;
  const auto ask = [&](const LoopRange& range) -> Result<int64_t> {
    asked = true;
    if (range.symbol.empty()) return -1;
    ++exchange.asked[range.symbol];
    if (const auto found = bindings.values.find(range.symbol); found != bindings.values.end())
      return int64_t(found->second);
    return fail("");
  };
  last.iterations.clear();
  for (size_t i = 0; i < computation.work.size(); ++i) {
    bounds.variables.clear();
    const auto count = bounds.count(computation.work[i], site.bounds_inner[i], 0, ask);
    last.iterations.push_back(count ? *count : -1); // work decides no message: it may stay unknown
  }
  last.inputs.clear();
  for (const uint32_t input : site.inputs) last.inputs.push_back(value(input));
  last.valid = !asked;
  for (const uint32_t input : site.inputs) last.valid = last.valid && known(input);
  current.iterations = last.iterations;
  return {};
}

} // namespace unply::stg
