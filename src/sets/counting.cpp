#include "sets/counting.h"
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>
#include <numeric>

namespace unply::sets {

namespace {

Rational reduced(Rational a) {
  int64_t divisor = std::gcd(a.above, a.below);
  if (a.below < 0) divisor = -divisor;
  return {a.above / divisor, a.below / divisor};
}
Rational plus(Rational a, Rational b) { return reduced({a.above * b.below + b.above * a.below, a.below * b.below}); }
Rational times(Rational a, Rational b) { return reduced({a.above * b.above, a.below * b.below}); }

SumOfMonomials total(SumOfMonomials a, const SumOfMonomials& b, Rational factor = {1, 1}) {
  for (const auto& [monomial, coefficient] : b) {
    Rational& sum = a[monomial];
    sum = plus(sum, times(coefficient, factor));
    if (sum.above == 0) a.erase(monomial);
  }
  return a;
}

SumOfMonomials power(const SumOfMonomials& a, size_t exponent) {
  SumOfMonomials result = constant_sum(1);
  while (exponent-- > 0) result = product(result, a);
  return result;
}

// Coefficients of 0^k + 1^k + ... + n^k as a polynomial in n.
std::vector<Rational> sum_of_powers(int k) {
  std::vector<std::vector<Rational>> sums;
  for (int m = 0; m <= k; ++m) { // (m+1) S_m = (n+1)^(m+1) - sum over j < m of C(m+1, j) S_j
    std::vector<Rational> sum(size_t(m) + 2);
    int64_t binomial = 1;
    for (int i = 0; i <= m + 1; ++i) sum[size_t(i)] = {binomial, 1}, binomial = binomial * (m + 1 - i) / (i + 1);
    binomial = 1;
    for (int j = 0; j < m; ++j) {
      for (size_t i = 0; i < sums[size_t(j)].size(); ++i)
        sum[i] = plus(sum[i], times({-binomial, 1}, sums[size_t(j)][i]));
      binomial = binomial * (m + 1 - j) / (j + 1);
    }
    for (Rational& one : sum) one = times(one, {1, m + 1});
    sums.push_back(std::move(sum));
  }
  return sums[size_t(k)];
}

std::optional<SumOfMonomials> sum_of_aff(isl_aff* aff) {
  if (isl_aff_dim(aff, isl_dim_div) > 0) return {};
  SumOfMonomials sum;
  const auto add = [&](isl_val* value, Monomial monomial) {
    const bool whole = isl_val_is_int(value);
    if (const long number = isl_val_get_num_si(value); number != 0) sum[std::move(monomial)] = {number, 1};
    isl_val_free(value);
    return whole;
  };
  bool whole = add(isl_aff_get_constant_val(aff), {});
  const unsigned count = unsigned(isl_aff_dim(aff, isl_dim_param));
  for (unsigned i = 0; i < count; ++i)
    whole &= add(isl_aff_get_coefficient_val(aff, isl_dim_param, int(i)),
                 {{isl_aff_get_dim_name(aff, isl_dim_param, i), 1}});
  if (!whole) return {};
  return sum;
}

struct BoundPiece {
  isl::set domain;
  std::optional<SumOfMonomials> sum;
};

std::vector<BoundPiece> bounds_of(isl_pw_aff* bound) {
  std::vector<BoundPiece> pieces;
  const auto take = [](isl_set* domain, isl_aff* aff, void* user) {
    static_cast<std::vector<BoundPiece>*>(user)->push_back({isl::manage(domain), sum_of_aff(aff)});
    isl_aff_free(aff);
    return isl_stat_ok;
  };
  const isl::pw_aff owner = isl::manage(bound); // throws where isl ran out of operations
  if (isl_pw_aff_foreach_piece(owner.get(), take, &pieces) != isl_stat_ok) throw isl::exception("pieces of a bound");
  return pieces;
}

// The sum of `weight` over low <= name <= high.
SumOfMonomials summed(const SumOfMonomials& weight, const std::string& name, const SumOfMonomials& low,
                      const SumOfMonomials& high) {
  const SumOfMonomials below = total(low, constant_sum(-1));
  SumOfMonomials sum;
  for (const auto& [monomial, coefficient] : weight) {
    Monomial rest = monomial;
    const auto found = rest.find(name);
    const int exponent = found == rest.end() ? 0 : found->second;
    rest.erase(name);
    const auto formula = sum_of_powers(exponent);
    SumOfMonomials part;
    for (size_t k = 0; k < formula.size(); ++k) {
      if (formula[k].above == 0) continue;
      part = total(part, power(high, k), formula[k]);
      part = total(part, power(below, k), {-formula[k].above, formula[k].below});
    }
    sum = total(sum, product(part, {{rest, coefficient}}));
  }
  return sum;
}

bool sum_away(const std::string& name, const CountPiece& piece, std::vector<CountPiece>& out) {
  if (isl::set(piece.domain).involves_locals()) return false;
  isl_set* as_dimension = isl_set_add_dims(isl_set_from_params(piece.domain.copy()), isl_dim_set, 1);
  const int at = isl_set_find_dim_by_name(as_dimension, isl_dim_param, name.c_str());
  if (at < 0) {
    isl_set_free(as_dimension);
    return false; // unbounded
  }
  as_dimension = isl_set_equate(as_dimension, isl_dim_param, at, isl_dim_set, 0);
  as_dimension = isl_set_project_out(as_dimension, isl_dim_param, unsigned(at), 1);
  const isl::set interval = isl::manage(as_dimension);
  const isl_bool low_bounded = isl_set_dim_has_lower_bound(interval.get(), isl_dim_set, 0);
  const isl_bool high_bounded = isl_set_dim_has_upper_bound(interval.get(), isl_dim_set, 0);
  if (low_bounded != isl_bool_true || high_bounded != isl_bool_true) return false;
  const auto lows = bounds_of(isl_set_dim_min(interval.copy(), 0));
  const auto highs = bounds_of(isl_set_dim_max(interval.copy(), 0));
  for (const BoundPiece& low : lows)
    for (const BoundPiece& high : highs) {
      const isl::set both = low.domain.intersect(high.domain).coalesce();
      if (both.is_empty()) continue;
      if (!low.sum || !high.sum) return false;
      out.push_back({both, summed(piece.sum, name, *low.sum, *high.sum)});
    }
  return true;
}

// Pieces with the same polynomial become one.
std::vector<CountPiece> merged(const std::vector<CountPiece>& pieces) {
  std::vector<CountPiece> result;
  const auto same = [](const SumOfMonomials& a, const SumOfMonomials& b) { return text_of(a) == text_of(b); };
  for (const CountPiece& piece : pieces) {
    if (piece.sum.empty()) continue;
    CountPiece* known = nullptr;
    for (CountPiece& one : result)
      if (same(one.sum, piece.sum) && one.domain.is_disjoint(piece.domain)) known = &one;
    if (known)
      known->domain = known->domain.unite(piece.domain).coalesce();
    else
      result.push_back(piece);
  }
  return result;
}

} // namespace

SumOfMonomials constant_sum(int64_t number) {
  if (number == 0) return {};
  return {{{}, {number, 1}}};
}

std::optional<SumOfMonomials> sum_of(const isl::pw_aff& value) {
  const auto pieces = bounds_of(isl_pw_aff_coalesce(value.copy()));
  if (pieces.size() != 1) return {};
  return pieces[0].sum;
}

SumOfMonomials product(const SumOfMonomials& a, const SumOfMonomials& b) {
  SumOfMonomials result;
  for (const auto& [left, x] : a)
    for (const auto& [right, y] : b) {
      Monomial both = left;
      for (const auto& [name, exponent] : right) both[name] += exponent;
      Rational& sum = result[both];
      sum = plus(sum, times(x, y));
      if (sum.above == 0) result.erase(both);
    }
  return result;
}

std::string text_of(const SumOfMonomials& sum) {
  const auto degree = [](const Monomial& monomial) {
    int all = 0;
    for (const auto& [name, exponent] : monomial) all += exponent;
    return all;
  };
  std::vector<std::pair<Monomial, Rational>> terms(sum.begin(), sum.end());
  std::ranges::sort(terms, [&](const auto& a, const auto& b) {
    const int left = degree(a.first), right = degree(b.first);
    return left != right ? left > right : a.first < b.first;
  });
  std::string text;
  for (const auto& [monomial, coefficient] : terms) {
    const int64_t above = std::abs(coefficient.above);
    std::string term;
    if (above != 1 || coefficient.below != 1 || monomial.empty()) term = std::to_string(above);
    if (coefficient.below != 1) term += "/" + std::to_string(coefficient.below);
    for (const auto& [name, exponent] : monomial) {
      term += (term.empty() ? "" : "*") + name;
      if (exponent > 1) term += "^" + std::to_string(exponent);
    }
    const bool negative = coefficient.above < 0;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    text += term;
  }
  return text.empty() ? "0" : text;
}

std::optional<std::vector<CountPiece>> count_points(const isl::set& set, const Names& dims,
                                                    const SumOfMonomials& weight) {
  std::vector<CountPiece> pieces;
  // Disjoint, so that no point counts twice.
  const isl::set disjoint = isl::manage(isl_set_make_disjoint(set.coalesce().release()));
  disjoint.foreach_basic_set([&](isl::basic_set one) { pieces.push_back({isl::set(one), weight}); });
  for (size_t i = dims.size(); i-- > 0;) {
    std::vector<CountPiece> next;
    for (const CountPiece& piece : pieces)
      if (!sum_away(dims[i], piece, next)) return {};
    pieces.clear();
    for (const CountPiece& piece : next) // bounds may have made unions again
      isl::manage(isl_set_make_disjoint(piece.domain.copy())).foreach_basic_set([&](isl::basic_set one) {
        pieces.push_back({isl::set(one), piece.sum});
      });
    if (pieces.size() > 200) return {};
  }
  return merged(pieces);
}

} // namespace unply::sets
