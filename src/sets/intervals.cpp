#include "sets/intervals.h"
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/stride_info.h>
#include <isl/val.h>

namespace unply::sets {

namespace {

constexpr long kMostRemainders = 12; // of one rounding
constexpr size_t kMostPieces = 200;

Rational rational_of(isl_val* value) {
  const Rational result{isl_val_get_num_si(value), isl_val_get_den_si(value)};
  isl_val_free(value);
  return result;
}

struct BoundPiece {
  isl::set domain;
  SumOfMonomials sum;
};

struct Piece {
  isl::set domain;
  isl::aff value;
};

std::vector<Piece> pieces_of(const isl::pw_aff& value) {
  std::vector<Piece> pieces;
  const auto take = [](isl_set* domain, isl_aff* aff, void* user) {
    static_cast<std::vector<Piece>*>(user)->push_back({isl::manage(domain), isl::manage(aff)});
    return isl_stat_ok;
  };
  if (isl_pw_aff_foreach_piece(value.get(), take, &pieces) != isl_stat_ok) throw isl::exception("pieces of a value");
  return pieces;
}

void add(SumOfMonomials& to, const SumOfMonomials& what, Rational factor) { to = total(to, what, factor); }

// Without its roundings.
SumOfMonomials plain_part(const isl::aff& aff) {
  SumOfMonomials sum;
  add(sum, constant_sum(1), rational_of(isl_aff_get_constant_val(aff.get())));
  const unsigned count = unsigned(isl_aff_dim(aff.get(), isl_dim_param));
  for (unsigned i = 0; i < count; ++i)
    add(sum, {{{{isl_aff_get_dim_name(aff.get(), isl_dim_param, i), 1}}, {1, 1}}},
        rational_of(isl_aff_get_coefficient_val(aff.get(), isl_dim_param, int(i))));
  return sum;
}

// One piece for each remainder of each rounding.
bool split(const Piece& piece, std::vector<BoundPiece>& out) {
  std::vector<BoundPiece> parts{{piece.domain, plain_part(piece.value)}};
  const int roundings = isl_aff_dim(piece.value.get(), isl_dim_div);
  for (int i = 0; i < roundings; ++i) {
    const Rational factor = rational_of(isl_aff_get_coefficient_val(piece.value.get(), isl_dim_div, i));
    if (factor.above == 0) continue;
    const isl::aff inner = isl::manage(isl_aff_get_div(piece.value.get(), i)); // of which the rounding is the floor
    const int nested = isl_aff_dim(inner.get(), isl_dim_div);
    for (int k = 0; k < nested; ++k)
      if (rational_of(isl_aff_get_coefficient_val(inner.get(), isl_dim_div, k)).above != 0) return false;
    const long divisor = rational_of(isl_aff_get_denominator_val(inner.get())).above;
    if (divisor > kMostRemainders) return false;
    const isl::pw_aff whole = isl::pw_aff(inner).scale(divisor);
    const SumOfMonomials exact = plain_part(inner);
    std::vector<BoundPiece> next;
    for (const BoundPiece& part : parts)
      for (long rest = 0; rest < divisor; ++rest) {
        const isl::set there = whole.mod(divisor).eq_set(number(piece.domain.ctx(), rest));
        BoundPiece one{part.domain.intersect(there).coalesce(), part.sum};
        if (one.domain.is_empty()) continue;
        add(one.sum, exact, factor);
        add(one.sum, constant_sum(rest), {-factor.above, factor.below * divisor});
        next.push_back(std::move(one));
      }
    parts = std::move(next);
  }
  out.insert(out.end(), parts.begin(), parts.end());
  return out.size() <= kMostPieces;
}

std::optional<std::vector<BoundPiece>> bounds_of(const isl::pw_aff& bound) {
  std::vector<BoundPiece> result;
  for (const Piece& piece : pieces_of(bound))
    if (!split(piece, result)) return {};
  return result;
}

// The name as the one dimension.
isl::set as_dimension(const isl::set& set, int at) {
  isl_set* moved = isl_set_add_dims(isl_set_from_params(set.copy()), isl_dim_set, 1);
  moved = isl_set_equate(moved, isl_dim_param, at, isl_dim_set, 0);
  return isl::manage(isl_set_project_out(moved, isl_dim_param, unsigned(at), 1));
}

} // namespace

std::optional<SumOfMonomials> whole_sum_of(const isl::pw_aff& value) {
  const auto pieces = pieces_of(value.coalesce());
  if (pieces.size() != 1 || isl_aff_dim(pieces[0].value.get(), isl_dim_div) > 0) return {};
  SumOfMonomials sum = plain_part(pieces[0].value);
  for (const auto& [monomial, coefficient] : sum)
    if (coefficient.below != 1) return {};
  return sum;
}

std::optional<Progression> progression_of(const isl::set& set, const std::string& name) {
  const int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
  if (at < 0) return {}; // unbounded
  const isl::set line = as_dimension(set, at);
  const isl_bool low_bounded = isl_set_dim_has_lower_bound(line.get(), isl_dim_set, 0);
  const isl_bool high_bounded = isl_set_dim_has_upper_bound(line.get(), isl_dim_set, 0);
  if (low_bounded != isl_bool_true || high_bounded != isl_bool_true) return {};
  const isl::pw_aff low = isl::manage(isl_set_dim_min(line.copy(), 0));
  Progression result{.low = low, .high = isl::manage(isl_set_dim_max(line.copy(), 0))};
  if (!line.involves_locals() && isl_set_n_basic_set(line.get()) == 1) return result; // convex, without remainders
  isl_stride_info* info = isl_set_get_stride_info(line.get(), 0);
  result.stride = rational_of(isl_stride_info_get_stride(info)).above;
  isl_stride_info_free(info);
  const isl::pw_aff variable = parameter(set.ctx(), name);
  isl::set all = variable.ge_set(result.low).intersect(variable.le_set(result.high));
  if (result.stride > 1) all = all.intersect(variable.sub(low).mod(long(result.stride)).eq_set(number(set.ctx(), 0)));
  if (!all.is_equal(set)) return {};
  return result;
}

std::optional<std::vector<Interval>> intervals_of(const isl::set& set, const std::string& name) {
  const auto values = progression_of(set, name);
  if (!values) return {};
  const auto lows = bounds_of(values->low), highs = bounds_of(values->high);
  if (!lows || !highs) return {};
  std::vector<Interval> result;
  for (const BoundPiece& from : *lows)
    for (const BoundPiece& to : *highs) {
      const isl::set both = from.domain.intersect(to.domain).coalesce();
      if (!both.is_empty()) result.push_back({both, from.sum, to.sum, values->stride});
    }
  return result;
}

} // namespace unply::sets
