// Products and quotients of which both sides are unknown: those that the grid of processes is made of, and what they
// tell about it.
#include "sets/walk.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply::sets {

namespace {

std::string text_of_division(const std::string& a, bool remainder, const std::string& b) {
  const auto in_brackets = [](const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
  };
  return fmt::format("{} {} {}", in_brackets(a), remainder ? "%" : "/", in_brackets(b));
}

std::string text_of_product(const Factors& factors) { return fmt::format("{}", fmt::join(factors, " * ")); }

} // namespace

void Walk::begin_anew() {
  for (const auto& [text, name] : found.named_texts) found.symbols[name] = symbols[name];
  for (const auto& [factors, name] : found.grid.products) found.symbols[name] = symbols[name];
  throw GridFound();
}

// The sides are quotients of the rank's divisors; the last one is what is left of P.
void Walk::set_grid() {
  const auto& divisors = found.grid.divisors;
  size = found.grid.size;
  if (divisors.empty()) return;
  std::vector<Factors> sides = {divisors[0]};
  if (divisors.size() > 1) sides.push_back(*without(divisors[1], divisors[0]));
  const auto rest = without(found.grid.size, divisors.back());
  if (rest && !rest->empty()) {
    sides.push_back(*rest);
    assumptions.insert(fmt::format("P = {}, {}", text_of_product(found.grid.size), found.grid.size_reason));
  } else {
    const std::string last = new_name(divisors.size() > 1 ? "planes" : "rows"),
                      whole = text_of_product(divisors.back());
    symbols[last] = {.text = text_of_division("P", false, whole)};
    sides.push_back({last});
    assumptions.insert(fmt::format("P is a multiple of {}, which is at least 1", whole));
  }
  size = with(divisors.back(), sides.back());
  grid = Grid(ctx, sides, [this](const Factors& factors) { return product_name(factors); });
  Names names = grid.extents();
  names.push_back(product_name(divisors.back()));
  for (const std::string& name : names) symbols[name].tier = Tier::exact, symbols[name].reason.clear();
}

std::string Walk::product_name(const Factors& factors) {
  if (factors.size() == 1) return *factors.begin();
  if (factors == size) return "P";
  auto [at, is_new] = found.grid.products.try_emplace(factors);
  if (is_new) {
    at->second = new_name(fmt::format("{}", fmt::join(factors, "_times_")));
    Symbol& symbol = symbols[at->second] = {.text = text_of_product(factors), .tier = Tier::evaluable};
    symbol.reason = symbol.text + " is not affine";
  }
  return at->second;
}

// Of a value that is one name, or the product of names, the same for all processes.
std::optional<Factors> Walk::factors_of(const isl::pw_aff& value) const {
  const auto pieces = linear_pieces(value);
  if (!pieces || pieces->size() != 1 || pieces->front().constant != 0 || pieces->front().terms.size() != 1) return {};
  const auto& [name, coefficient] = *pieces->front().terms.begin();
  if (coefficient != 1) return {};
  if (name == "P") return size.empty() ? std::nullopt : std::optional(size);
  const auto symbol = symbols.find(name);
  if (symbol == symbols.end() || !symbol->second.uniform || symbol->second.boolean) return {};
  return found.grid.factors_of(name);
}

// Null where the product is none of the grid's.
Maybe<isl::pw_aff> Walk::product(const Frame& frame, ValueId id, const isl::pw_aff& a, const isl::pw_aff& b) {
  const auto left = factors_of(a), right = factors_of(b);
  if (left && right) {
    const std::string name = product_name(with(*left, *right));
    if (name != "P") found.probes.values.try_emplace(name, Probe{frame.index, id});
    return parameter(ctx, name);
  }
  if (grid.empty()) return {};
  if (right) return times(a, *right);
  if (left) return times(b, *left);
  return {};
}

// Term by term; null where the grid does not know one.
isl::pw_aff Walk::times(const isl::pw_aff& value, const Factors& by) {
  const auto pieces = linear_pieces(value);
  if (!pieces) return {};
  Maybe<isl::pw_aff> all;
  for (const LinearPiece& piece : *pieces) {
    Maybe<isl::pw_aff> sum = parameter(ctx, product_name(by)).scale(long(piece.constant));
    for (const auto& [name, coefficient] : piece.terms) {
      Maybe<isl::pw_aff> term = grid.times(name, by);
      if (const auto factors = factors_of(parameter(ctx, name)); term.is_null() && factors)
        term = parameter(ctx, product_name(with(*factors, by)));
      if (term.is_null()) return {};
      sum = sum.add(term.scale(long(coefficient)));
    }
    sum = sum.intersect_domain(piece.where);
    all = all.is_null() ? isl::pw_aff(sum) : all.union_add(sum);
  }
  return all;
}

std::optional<Grid::Division> Walk::divide_by(const isl::pw_aff& value, const Factors& by) {
  if (const auto known = grid.divide(value, by)) return known;
  if (const auto factors = factors_of(value)) {
    const auto rest = without(*factors, by);
    if (!rest) return {};
    return Grid::Division{rest->empty() ? number(1) : parameter(ctx, product_name(*rest)), number(0)};
  }
  return {};
}

// A process that divides its rank has a place in a grid; it may divide the row or the column once more.
void Walk::learn_divisor(const isl::pw_aff& value, const Factors& by) {
  if (by == size) return;
  const auto& divisors = found.grid.divisors;
  bool learned = false;
  if (same(value, parameter(ctx, "rank")))
    learned = found.grid.add_divisor(by);
  else if (grid.extents().size() == 2 && same(value, parameter(ctx, "y")))
    learned = found.grid.add_divisor(with(divisors[0], by));
  else if (grid.extents().size() == 2 && same(value, parameter(ctx, "x")) && without(divisors[0], by))
    learned = found.grid.add_divisor(by);
  if (learned) begin_anew();
}

void Walk::learn_size(const Factors& factors, const std::string& reason) {
  if (!found.grid.size.empty() || factors.size() < 2) return;
  found.grid.size = size = factors, found.grid.size_reason = reason;
  if (!grid.empty()) begin_anew();
}

// A process that stops unless P is a product.
void Walk::learn_size_of(Frame& frame, const Block& block) {
  const Value& condition = frame.procedure->values[block.condition];
  const bool equal = condition.opcode == Opcode::eq;
  if ((!equal && condition.opcode != Opcode::ne) || frame.doomed[equal ? block.then : block.otherwise]) return;
  const BlockId here = frame.block_of[block.condition];
  for (const size_t i : {0, 1}) {
    const Symbolic size = evaluate_at(frame, condition.operands[i], here);
    const Symbolic product = evaluate_at(frame, condition.operands[1 - i], here);
    if (size.value.is_null() || product.value.is_null() || !same(size.value, parameter(ctx, "P"))) continue;
    if (const auto factors = factors_of(product.value)) learn_size(*factors, "as no process stops for another P");
  }
}

// Quotients and remainders round towards zero.
Symbolic Walk::divide(Frame& frame, ValueId id, const Symbolic& a, const Symbolic& b) {
  const Value& value = frame.procedure->values[id];
  const bool remainder = value.opcode == Opcode::srem || value.opcode == Opcode::urem;
  const std::string text = text_of_division(a.text, remainder, b.text);
  if (const auto divisor = constant_of(b); divisor) {
    if (*divisor == 0) return opaque(value, {&a, &b}, text);
    return affine(remainder ? a.value.tdiv_r(b.value) : a.value.tdiv_q(b.value), text);
  }
  const BlockId here = frame.block_of[id];
  isl::set domain = here == kNone ? everything(ctx) : frame.domains[here];
  if (!grid.empty()) domain = domain.intersect(grid.context());
  const isl::pw_aff twice = b.value.scale(2), minus = b.value.neg();
  const isl::set provable = b.value.ge_set(number(1)).intersect(a.value.gt_set(minus)).intersect(a.value.lt_set(twice));
  if (domain.is_subset(provable)) {
    const isl::set wraps = a.value.ge_set(b.value), stays = a.value.lt_set(b.value);
    if (remainder)
      return affine(a.value.intersect_domain(stays).union_add(a.value.sub(b.value).intersect_domain(wraps)).coalesce(),
                    text);
    return affine(wraps.indicator_function(), text);
  }
  if (const auto by = factors_of(b.value)) {
    auto known = divide_by(a.value, *by);
    if (!known) learn_divisor(a.value, *by);
    if (known) return affine(remainder ? known->remainder : known->quotient, text);
  }
  return opaque(value, {&a, &b}, text);
}

} // namespace unply::sets
