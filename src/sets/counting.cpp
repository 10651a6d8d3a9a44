#include "sets/counting.h"
#include "sets/intervals.h"
#include <isl/set.h>

namespace unply::sets {

namespace {

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

// `name` becomes low + stride * (name).
SumOfMonomials shifted(const SumOfMonomials& weight, const std::string& name, const Interval& values) {
  const SumOfMonomials value = total(values.low, {{{{name, 1}}, {values.stride, 1}}});
  SumOfMonomials sum;
  for (const auto& [monomial, coefficient] : weight) {
    Monomial rest = monomial;
    const auto found = rest.find(name);
    const int exponent = found == rest.end() ? 0 : found->second;
    rest.erase(name);
    sum = total(sum, product(power(value, size_t(exponent)), {{rest, coefficient}}));
  }
  return sum;
}

// The sum of `weight` over 0 <= name <= high.
SumOfMonomials summed(const SumOfMonomials& weight, const std::string& name, const SumOfMonomials& high) {
  SumOfMonomials sum;
  for (const auto& [monomial, coefficient] : weight) {
    Monomial rest = monomial;
    const auto found = rest.find(name);
    const int exponent = found == rest.end() ? 0 : found->second;
    rest.erase(name);
    const auto formula = sum_of_powers(exponent);
    SumOfMonomials part;
    for (size_t k = 0; k < formula.size(); ++k)
      if (formula[k].above != 0) part = total(part, power(high, k), formula[k]);
    sum = total(sum, product(part, {{rest, coefficient}}));
  }
  return sum;
}

bool sum_away(const std::string& name, const CountPiece& piece, std::vector<CountPiece>& out) {
  const auto intervals = intervals_of(piece.domain, name);
  if (!intervals) return false;
  for (const Interval& values : *intervals) {
    const SumOfMonomials steps = product(total(values.high, values.low, {-1, 1}), {{{}, {1, values.stride}}});
    out.push_back({values.domain, summed(shifted(piece.sum, name, values), name, steps)});
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

std::optional<SumOfMonomials> sum_of(const isl::pw_aff& value) { return whole_sum_of(value); }

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
