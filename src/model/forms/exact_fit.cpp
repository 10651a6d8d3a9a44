// The search for exact forms. Sets of terms are tried modulo a prime, where a try costs nanoseconds: what does not fit
// there does not fit at all (as no denominator is a multiple of the prime). What fits is solved in exact fractions,
// and the form found is evaluated at every point, by code that shares nothing with the solving. Forms with a modulus
// above 2 are searched apart: they come forward only where they are shorter, or as rivals.
//
// Cost: at most kMostTries sets of each size, some 10 ms on ten points.
#include "model/forms/size_function.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace unply {

namespace {

constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr unsigned kHeaviestTerm = 9;
constexpr size_t kMostTermsInForm = 6;
constexpr double kMostTries = 50'000;
constexpr unsigned kHighestDegree = 8;
constexpr size_t kMostFormsListed = 3, kMostRivals = 3, kMostModularTerms = 3;
// There are many forms with a modulus, so they need more points to spare, and to be two fifths as long as the data.
constexpr size_t kSpareOfModular = 3, kFewestPointsForRivals = 5;
// Where no other form fits, sizes must show a modulus three times; two are enough to doubt another form.
constexpr size_t kPeriods = 3, kPeriodsOfRivals = 2;

using Column = std::vector<uint64_t>;

uint64_t multiply(uint64_t a, uint64_t b) {
  __extension__ typedef unsigned __int128 Product;
  return static_cast<uint64_t>(static_cast<Product>(a) * b % kPrime);
}
uint64_t subtract(uint64_t a, uint64_t b) { return a >= b ? a - b : a + kPrime - b; }

uint64_t inverse(uint64_t a) { // Fermat
  uint64_t result = 1;
  for (uint64_t exponent = kPrime - 2; exponent != 0; exponent /= 2, a = multiply(a, a))
    if (exponent & 1) result = multiply(result, a);
  return result;
}

uint64_t residue(Wide value) {
  auto rest = static_cast<int64_t>(value % static_cast<Wide>(kPrime));
  return rest < 0 ? static_cast<uint64_t>(rest) + kPrime : static_cast<uint64_t>(rest);
}

size_t first_not_zero(const Column& column) {
  size_t i = 0;
  while (i < column.size() && column[i] == 0) ++i;
  return i;
}

// Linearly independent columns, each 1 in its own pivot row and 0 in those of the columns before it.
class Basis {
public:
  void reduce(Column& column) const {
    for (size_t b = 0; b < columns_.size(); ++b) eliminate(column, b);
  }
  void eliminate(Column& column, size_t b) const {
    uint64_t factor = column[pivots_[b]];
    if (factor == 0) return;
    for (size_t i = 0; i < column.size(); ++i) column[i] = subtract(column[i], multiply(factor, columns_[b][i]));
  }
  // Takes a reduced column; false if it is zero.
  bool push(Column column) {
    size_t pivot = first_not_zero(column);
    if (pivot == column.size()) return false;
    uint64_t scale = inverse(column[pivot]);
    for (uint64_t& value : column) value = multiply(value, scale);
    columns_.push_back(std::move(column)), pivots_.push_back(pivot);
    return true;
  }
  void pop() { columns_.pop_back(), pivots_.pop_back(); }
  size_t size() const { return columns_.size(); }

private:
  std::vector<Column> columns_;
  std::vector<size_t> pivots_;
};

// Bits that writing the values down takes.
unsigned data_bits(std::span<const int64_t> values) {
  unsigned bits = 0;
  for (int64_t value : values) {
    uint64_t magnitude = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    bits += static_cast<unsigned>(std::bit_width(magnitude)) + 1;
  }
  return bits;
}

// Coefficients of these terms through all points, by elimination in exact fractions; empty if there are none, if they
// are not unique, or on overflow.
std::vector<Rational> solve(std::span<const Sizes> points, std::span<const int64_t> values,
                            const std::vector<Term>& terms) {
  const size_t n = terms.size();
  std::vector<std::vector<Rational>> rows;
  for (size_t i = 0; i < points.size(); ++i) {
    std::vector<Rational> row;
    for (const Term& term : terms) {
      auto value = term_value(term, points[i]);
      row.push_back(value ? Rational(*value) : Rational::overflow());
    }
    row.push_back(Rational(values[i]));
    rows.push_back(std::move(row));
  }
  for (size_t column = 0; column < n; ++column) {
    size_t pivot = column;
    while (pivot < rows.size() && rows[pivot][column].is_zero()) ++pivot;
    if (pivot >= rows.size()) return {};
    std::swap(rows[column], rows[pivot]);
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == column || rows[i][column].is_zero()) continue;
      Rational factor = rows[i][column] / rows[column][column];
      for (size_t j = column; j <= n; ++j) rows[i][j] = rows[i][j] - factor * rows[column][j];
    }
  }
  std::vector<Rational> coefficients;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i >= n && !rows[i][n].is_zero()) return {}; // 0 = something, or unknown after an overflow
    if (i < n) coefficients.push_back(rows[i][n] / rows[i][i]);
  }
  bool known = std::none_of(coefficients.begin(), coefficients.end(), [](const Rational& c) { return c.overflowed(); });
  return known ? coefficients : std::vector<Rational>{};
}

class Search {
public:
  Search(std::span<const Sizes> points, std::span<const int64_t> values)
      : points_(points), values_(values), most_(data_bits(values) * 2 / 3) {}

  void try_terms(const std::vector<Term>& terms); // a form of exactly these
  void try_sets(const std::vector<Term>& terms, const std::vector<Column>& columns, size_t size);
  void only_modular() { modular_ = true; } // from now on
  std::vector<SizeFunction> found();       // simplest first

private:
  void extend(size_t first, size_t end, size_t size, unsigned weight, unsigned shapes, Basis& basis,
              const Column& rest);
  bool fits(const Column& reduced, const Column& rest) const;
  bool every_point_is_spare(const SizeFunction& form) const;
  bool gives_all_values(const SizeFunction& form) const;
  bool beats_noise(const SizeFunction& form) const;

  std::span<const Sizes> points_;
  const std::vector<Term>* terms_ = nullptr;
  const std::vector<Column>* columns_ = nullptr;
  std::span<const int64_t> values_;
  // Forms are at most as complex as this: as the best one and kRivalBits, and a third shorter than the data. Not just
  // shorter, as with so many forms one of five terms goes through 16, 36, 64, 101, 144.
  unsigned most_;
  bool modular_ = false;
  std::vector<SizeFunction> forms_;
  std::vector<size_t> chosen_;
};

bool Search::gives_all_values(const SizeFunction& form) const {
  for (size_t i = 0; i < points_.size(); ++i)
    if (form.value(points_[i]) != Rational(values_[i])) return false;
  return true;
}

// Whether the form is shorter than some of its parts with the rest written down as noise, point by point. Otherwise the
// rest may be noise: n^2 + 0, 1 or 2 at six sizes is n^2 + n - 3 floor(log2(n)) - ceil(log2(n)) + 4 in one case of 20.
bool Search::beats_noise(const SizeFunction& form) const {
  const size_t parts = form.parts.size();
  for (size_t subset = 0; subset + 1 < size_t{1} << parts; ++subset) {
    SizeFunction kept, rest;
    for (size_t i = 0; i < parts; ++i) (subset >> i & 1 ? kept : rest).parts.push_back(form.parts[i]);
    double largest = 0;
    for (const Sizes& sizes : points_) largest = std::max(largest, std::ceil(std::abs(rest.value(sizes).number())));
    double noise_bits = static_cast<double>(points_.size()) * std::log2(2 * largest + 1);
    if (form.complexity() > kept.complexity() + noise_bits) return false;
  }
  return true;
}

// Whether the form stays determined when any one point is left out: then the others predict that point.
bool Search::every_point_is_spare(const SizeFunction& form) const {
  for (size_t left_out = 0; left_out < points_.size(); ++left_out) {
    Basis basis;
    for (const auto& part : form.parts) {
      Column column;
      for (size_t i = 0; i < points_.size(); ++i)
        if (i != left_out) column.push_back(residue(term_value(part.term, points_[i]).value_or(0)));
      basis.reduce(column);
      if (!basis.push(std::move(column))) return false;
    }
  }
  return true;
}

void Search::try_terms(const std::vector<Term>& terms) {
  std::vector<Rational> coefficients = solve(points_, values_, terms);
  if (coefficients.size() != terms.size()) return;
  SizeFunction form;
  for (size_t t = 0; t < terms.size(); ++t)
    if (!coefficients[t].is_zero()) form.parts.push_back({coefficients[t], terms[t]});
  form.sort(points_[0].size());
  unsigned complexity = form.complexity();
  if (complexity > most_) return;
  if (modular_ && (terms.size() + kSpareOfModular > points_.size() || complexity > data_bits(values_) * 2 / 5)) return;
  if (!every_point_is_spare(form) || !gives_all_values(form) || !beats_noise(form)) return;
  most_ = std::min(most_, complexity + kRivalBits);
  auto same = [&](const SizeFunction& other) {
    return std::ranges::equal(form.parts, other.parts, [](const auto& a, const auto& b) { return a.term == b.term; });
  };
  if (std::none_of(forms_.begin(), forms_.end(), same)) forms_.push_back(std::move(form));
}

std::vector<SizeFunction> Search::found() {
  std::erase_if(forms_, [&](const SizeFunction& form) { return form.complexity() > most_; });
  std::ranges::stable_sort(forms_, {}, &SizeFunction::complexity);
  return forms_;
}

// rest = factor * reduced, for some factor.
bool Search::fits(const Column& reduced, const Column& rest) const {
  size_t pivot = first_not_zero(reduced);
  if (pivot == reduced.size()) return false;
  for (size_t i = 0; i < rest.size(); ++i)
    if (multiply(rest[i], reduced[pivot]) != multiply(rest[pivot], reduced[i])) return false;
  return true;
}

void Search::extend(size_t first, size_t end, size_t size, unsigned weight, unsigned shapes, Basis& basis,
                    const Column& rest) {
  const auto missing = static_cast<unsigned>(size - chosen_.size());
  for (size_t t = first; t < end; ++t) {
    unsigned own = term_weight((*terms_)[t]) + 1; // a coefficient takes a bit at least
    if (weight + own * missing > most_) return;   // terms are ascending by weight
    unsigned together = shapes | special_shapes((*terms_)[t]);
    if (several_shapes(together)) continue;
    Column reduced = (*columns_)[t];
    basis.reduce(reduced);
    chosen_.push_back(t);
    if (missing == 1) {
      if (fits(reduced, rest)) {
        std::vector<Term> terms;
        for (size_t chosen : chosen_) terms.push_back((*terms_)[chosen]);
        try_terms(terms);
      }
    } else if (basis.push(std::move(reduced))) {
      Column less = rest;
      basis.eliminate(less, basis.size() - 1);
      extend(t + 1, end, size, weight + own, together, basis, less);
      basis.pop();
    }
    chosen_.pop_back();
  }
}

void Search::try_sets(const std::vector<Term>& of, const std::vector<Column>& columns, size_t size) {
  terms_ = &of, columns_ = &columns;
  size_t end = size;
  for (double tries = 1; end < of.size(); ++end) { // n choose size, one more term each time
    tries = tries * static_cast<double>(end + 1) / static_cast<double>(end + 1 - size);
    if (tries > kMostTries) break;
  }
  Column rest;
  for (int64_t value : values_) rest.push_back(residue(value));
  Basis basis;
  extend(0, std::min(end, of.size()), size, 0, 0, basis, rest);
}

// The nearest sizes, by one parameter away from a recorded point, at which any of `others` differs from `form`.
Sizes where_they_differ(std::span<const Sizes> points, const SizeFunction& form, std::span<const SizeFunction> others) {
  constexpr int64_t kFarthest = 64;
  for (int64_t step = 1; step <= kFarthest; ++step)
    for (const Sizes& point : points)
      for (size_t p = 0; p < point.size(); ++p)
        for (int64_t moved : {point[p] + step, point[p] - step}) {
          Sizes sizes = point;
          sizes[p] = moved;
          if (moved < 1) continue;
          Rational value = form.value(sizes);
          auto differs = [&](const SizeFunction& other) {
            Rational there = other.value(sizes);
            return !there.overflowed() && there != value;
          };
          if (!value.overflowed() && std::ranges::any_of(others, differs)) return sizes;
        }
  return {};
}

} // namespace

ExactFitter::Candidates ExactFitter::candidates(std::vector<Term> terms) const {
  Candidates all{std::move(terms), {}};
  for (const Term& term : all.terms) {
    Column column;
    for (const Sizes& sizes : points_) column.push_back(residue(*term_value(term, sizes)));
    all.columns.push_back(std::move(column));
  }
  return all;
}

ExactFitter::ExactFitter(std::vector<Sizes> points) : points_(std::move(points)) {
  usual_ = candidates(list_terms(points_, kHeaviestTerm));
  modular_ = candidates(list_modular_terms(points_, kHeaviestTerm, kPeriods));
  modular_rivals_ = candidates(list_modular_terms(points_, kHeaviestTerm, kPeriodsOfRivals));
}

std::optional<ExactFit> ExactFitter::fit(std::span<const int64_t> values) const {
  if (points_.size() < 2 || values.size() != points_.size()) return {};
  Search search(points_, values);
  search.try_terms({}); // 0
  for (size_t size = 1; size < points_.size() && size <= kMostTermsInForm; ++size)
    search.try_sets(usual_.terms, usual_.columns, size);
  // Polynomials with more terms than the search of sets reaches.
  for (unsigned degree = 1; degree <= kHighestDegree; ++degree) {
    std::vector<Term> monomials = list_monomials(points_[0].size(), degree);
    if (monomials.size() < points_.size()) search.try_terms(monomials);
  }
  const Candidates& modular = search.found().empty() ? modular_ : modular_rivals_;
  search.only_modular();
  for (size_t size = 1; size < points_.size() && size <= kMostModularTerms; ++size)
    search.try_sets(modular.terms, modular.columns, size);
  std::vector<SizeFunction> found = search.found();
  if (found.empty()) return {};
  ExactFit fit;
  for (SizeFunction& form : found) {
    bool as_simple = form.complexity() == found.front().complexity();
    auto& list = as_simple ? fit.forms : fit.rivals;
    if (list.size() == (as_simple ? kMostFormsListed : kMostRivals)) continue;
    if (!as_simple && points_.size() < kFewestPointsForRivals) continue;
    // A rival that is the same function nearby, such as n(n + 1)/2 by halves, is none.
    if (as_simple || !where_they_differ(points_, fit.forms[0], {&form, 1}).empty()) list.push_back(form);
  }
  std::vector<SizeFunction> others(fit.forms.begin() + 1, fit.forms.end());
  others.insert(others.end(), fit.rivals.begin(), fit.rivals.end());
  fit.deciding = where_they_differ(points_, fit.forms[0], others);
  fit.points = points_.size();
  size_t coefficients = 0;
  for (const SizeFunction& form : fit.forms) coefficients = std::max(coefficients, form.parts.size());
  fit.spare = fit.points - coefficients;
  return fit;
}

} // namespace unply
