// Weights are roughly the bits that a code for such forms would take: frequent shapes are short. Candidates are tried
// and preferred in their order.
#include "model/forms/size_terms.h"
#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace unply {

static std::optional<Wide> power(Wide base, unsigned exponent) {
  Wide result = 1;
  for (unsigned i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(result, base, &result)) return {};
  return result;
}

static std::optional<Wide> fibonacci(int64_t n) {
  constexpr int64_t kLast = 180; // fib(186) no longer fits into 127 bits
  if (n < 0 || n > kLast) return {};
  Wide before = 0, here = 1;
  for (int64_t i = 0; i < n; ++i) before = std::exchange(here, before + here);
  return before;
}

static std::optional<Wide> factor_value(const Factor& factor, std::span<const int64_t> sizes) {
  const int64_t n = sizes[factor.parameter];
  const auto bits = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(n)));
  const bool power_of_two = n > 0 && std::has_single_bit(static_cast<uint64_t>(n));
  const int64_t half = n / 2 - (n % 2 < 0); // rounded down for negative sizes too
  switch (factor.kind) {
  case FactorKind::power:
    return power(n, factor.exponent);
  case FactorKind::log2:
    return power_of_two ? power(bits - 1, factor.exponent) : std::nullopt;
  case FactorKind::floor_log2:
    return n > 0 ? power(bits - 1, factor.exponent) : std::nullopt;
  case FactorKind::ceil_log2:
    return n > 0 ? power(bits - power_of_two, factor.exponent) : std::nullopt;
  case FactorKind::floor_half:
    return power(half, factor.exponent);
  case FactorKind::ceil_half:
    return power(Wide{n} - half, factor.exponent);
  case FactorKind::odd:
    return n % 2 != 0;
  case FactorKind::exp2:
    return n >= 0 && n < 127 ? std::optional(Wide{1} << n) : std::nullopt;
  case FactorKind::fibonacci:
    return n < 1000 ? fibonacci(n + factor.exponent) : std::nullopt;
  case FactorKind::minimum:
    return power(std::min(n, sizes[factor.other]), factor.exponent);
  case FactorKind::maximum:
    return power(std::max(n, sizes[factor.other]), factor.exponent);
  case FactorKind::remainder:
    return n >= 0 ? std::optional<Wide>(n % factor.other) : std::nullopt;
  case FactorKind::floor_part:
    return n >= 0 ? power(n / factor.other, factor.exponent) : std::nullopt;
  case FactorKind::ceil_part:
    return n >= 0 ? power((n + factor.other - 1) / factor.other, factor.exponent) : std::nullopt;
  }
  return {};
}

std::optional<Wide> term_value(const Term& term, std::span<const int64_t> sizes) {
  Wide product = 1;
  for (const Factor& factor : term) {
    auto value = factor_value(factor, sizes);
    if (!value || __builtin_mul_overflow(product, *value, &product)) return {};
  }
  return product;
}

// Powers of two are the usual tiles.
static unsigned modulus_weight(unsigned modulus) { return std::has_single_bit(modulus) ? 5 : 6; }

static unsigned factor_weight(const Factor& factor) {
  switch (factor.kind) {
  case FactorKind::power:
    return 1u + factor.exponent;
  case FactorKind::log2:
    return 2u + 2u * factor.exponent;
  case FactorKind::floor_log2:
  case FactorKind::ceil_log2:
    return 3u + 2u * factor.exponent;
  case FactorKind::minimum:
  case FactorKind::maximum:
    return 3u + factor.exponent;
  case FactorKind::floor_half:
  case FactorKind::ceil_half:
    return 4u + factor.exponent;
  case FactorKind::odd:
    return 4;
  case FactorKind::exp2:
    return 5;
  case FactorKind::fibonacci:
    return 6u + factor.exponent;
  case FactorKind::remainder:
    return modulus_weight(factor.other);
  case FactorKind::floor_part:
  case FactorKind::ceil_part:
    return modulus_weight(factor.other) + factor.exponent;
  }
  return 0;
}

unsigned term_weight(const Term& term) {
  unsigned weight = 0;
  for (const Factor& factor : term) weight += factor_weight(factor);
  return std::max(weight, 1u);
}

unsigned special_shapes(const Term& term) {
  unsigned shapes = 0;
  for (const Factor& factor : term) switch (factor.kind) {
    case FactorKind::power:
      break;
    case FactorKind::log2:
    case FactorKind::floor_log2:
    case FactorKind::ceil_log2:
      shapes |= 1;
      break;
    case FactorKind::odd:
    case FactorKind::floor_half:
    case FactorKind::ceil_half:
      shapes |= 2;
      break;
    case FactorKind::exp2:
      shapes |= 4;
      break;
    case FactorKind::fibonacci:
      shapes |= 8;
      break;
    case FactorKind::minimum:
    case FactorKind::maximum:
      shapes |= 16;
      break;
    case FactorKind::remainder:
    case FactorKind::floor_part:
    case FactorKind::ceil_part:
      shapes |= 32;
      break;
    }
  return shapes;
}

bool several_shapes(unsigned shapes) { return (shapes & (shapes - 1)) != 0; }

static std::string with_exponent(std::string base, unsigned exponent) {
  return exponent == 1 ? base : base + "^" + std::to_string(exponent);
}

static std::string factor_text(const Factor& factor, std::span<const std::string> names) {
  const std::string& n = names[factor.parameter];
  auto of_two = [&](const char* function) { return function + ("(" + n + ", ") + names[factor.other] + ")"; };
  switch (factor.kind) {
  case FactorKind::power:
    return with_exponent(n, factor.exponent);
  case FactorKind::log2:
    return with_exponent("log2(" + n + ")", factor.exponent);
  case FactorKind::floor_log2:
    return with_exponent("floor(log2(" + n + "))", factor.exponent);
  case FactorKind::ceil_log2:
    return with_exponent("ceil(log2(" + n + "))", factor.exponent);
  case FactorKind::floor_half:
    return with_exponent("floor(" + n + "/2)", factor.exponent);
  case FactorKind::ceil_half:
    return with_exponent("ceil(" + n + "/2)", factor.exponent);
  case FactorKind::odd:
    return "(" + n + " mod 2)";
  case FactorKind::exp2:
    return "2^" + n;
  case FactorKind::fibonacci:
    return "fib(" + n + (factor.exponent == 0 ? "" : " + " + std::to_string(factor.exponent)) + ")";
  case FactorKind::minimum:
    return with_exponent(of_two("min"), factor.exponent);
  case FactorKind::maximum:
    return with_exponent(of_two("max"), factor.exponent);
  case FactorKind::remainder:
    return "(" + n + " mod " + std::to_string(factor.other) + ")";
  case FactorKind::floor_part:
    return with_exponent("floor(" + n + "/" + std::to_string(factor.other) + ")", factor.exponent);
  case FactorKind::ceil_part:
    return with_exponent("ceil(" + n + "/" + std::to_string(factor.other) + ")", factor.exponent);
  }
  return "";
}

std::string term_text(const Term& term, std::span<const std::string> names) {
  if (term.empty()) return "1";
  std::string text;
  for (const Factor& factor : term) text += (text.empty() ? "" : " ") + factor_text(factor, names);
  return text;
}

// Which shapes the values of one parameter can tell apart.
static std::vector<Factor> special_factors(std::span<const Sizes> points, uint8_t p) {
  bool positive = true, powers_of_two = true, even = false, odd = false;
  for (const Sizes& sizes : points) {
    positive &= sizes[p] > 0;
    powers_of_two &= sizes[p] > 0 && std::has_single_bit(static_cast<uint64_t>(sizes[p]));
    (sizes[p] % 2 == 0 ? even : odd) = true;
  }
  std::vector<Factor> factors;
  for (uint8_t exponent = 1; exponent <= 2; ++exponent) {
    if (powers_of_two) factors.push_back({FactorKind::log2, p, 0, exponent});
    if (positive && !powers_of_two)
      for (FactorKind kind : {FactorKind::floor_log2, FactorKind::ceil_log2}) factors.push_back({kind, p, 0, exponent});
    if (even && odd)
      for (FactorKind kind : {FactorKind::ceil_half, FactorKind::floor_half}) factors.push_back({kind, p, 0, exponent});
  }
  if (even && odd) factors.push_back({FactorKind::odd, p, 0, 1});
  factors.push_back({FactorKind::exp2, p, 0, 1});
  for (uint8_t shift = 0; shift <= 2; ++shift) factors.push_back({FactorKind::fibonacci, p, 0, shift});
  return factors;
}

// What stands for one parameter in a product: a power, a special shape, or both.
static std::vector<Term> parts_of(std::span<const Sizes> points, uint8_t p, unsigned heaviest) {
  std::vector<Term> parts = {{}};
  for (const Factor& special : special_factors(points, p)) parts.push_back({special});
  size_t specials = parts.size();
  for (uint8_t exponent = 1; exponent < heaviest; ++exponent)
    for (size_t i = 0; i < specials; ++i) {
      Term term = {{.kind = FactorKind::power, .parameter = p, .other = 0, .exponent = exponent}};
      term.insert(term.end(), parts[i].begin(), parts[i].end());
      parts.push_back(term);
    }
  std::erase_if(parts, [&](const Term& term) { return term_weight(term) > heaviest; });
  return parts;
}

static std::vector<Term> pairs_of(size_t parameters, unsigned heaviest) {
  std::vector<Term> parts = {{}};
  for (uint8_t p = 0; p < parameters; ++p)
    for (uint8_t q = p + 1; q < parameters; ++q)
      for (FactorKind kind : {FactorKind::minimum, FactorKind::maximum})
        for (uint8_t exponent = 1; exponent <= 2; ++exponent)
          parts.push_back({{.kind = kind, .parameter = p, .other = q, .exponent = exponent}});
  std::erase_if(parts, [&](const Term& term) { return term_weight(term) > heaviest; });
  return parts;
}

// Ascending by weight, those with values on all points, each once.
static std::vector<Term> distinct_terms(std::span<const Sizes> points, const std::vector<Term>& products,
                                        unsigned heaviest) {
  std::vector<Term> distinct;
  std::set<std::vector<Wide>> seen;
  for (unsigned weight = 1; weight <= heaviest; ++weight)
    for (const Term& term : products) {
      if (term_weight(term) != weight) continue;
      std::vector<Wide> values;
      for (const Sizes& sizes : points)
        if (auto value = term_value(term, sizes)) values.push_back(*value);
      bool zero = std::all_of(values.begin(), values.end(), [](Wide value) { return value == 0; });
      if (values.size() == points.size() && !zero && seen.insert(values).second) distinct.push_back(term);
    }
  return distinct;
}

std::vector<Term> list_modular_terms(std::span<const Sizes> points, unsigned heaviest, size_t periods) {
  const auto parameters = static_cast<uint8_t>(points.empty() ? 0 : points[0].size());
  std::vector<Term> products = list_monomials(parameters, 2);
  for (uint8_t p = 0; p < parameters; ++p)
    for (uint8_t modulus : {3, 4, 5, 6, 7, 8, 10, 12, 16, 32, 64}) {
      std::set<int64_t> remainders, parts;
      for (const Sizes& sizes : points) remainders.insert(sizes[p] % modulus), parts.insert(sizes[p] / modulus);
      if (remainders.size() < 2 || parts.size() < periods) continue;
      for (uint8_t power = 0; power <= 1; ++power) {
        Term before;
        if (power > 0) before.push_back({FactorKind::power, p, 0, power});
        auto add = [&](FactorKind kind, uint8_t exponent) {
          products.push_back(before);
          products.back().push_back({kind, p, modulus, exponent});
        };
        add(FactorKind::remainder, 1);
        for (uint8_t exponent = 1; exponent <= 2; ++exponent)
          for (FactorKind kind : {FactorKind::floor_part, FactorKind::ceil_part}) add(kind, exponent);
      }
    }
  return distinct_terms(points, products, heaviest);
}

std::vector<Term> list_terms(std::span<const Sizes> points, unsigned heaviest) {
  const size_t parameters = points.empty() ? 0 : points[0].size();
  std::vector<Term> products = {{}};
  auto multiply_by = [&](const std::vector<Term>& parts) {
    std::vector<Term> longer;
    for (const Term& left : products)
      for (const Term& right : parts) {
        Term product = left;
        product.insert(product.end(), right.begin(), right.end());
        if (term_weight(product) <= heaviest && !several_shapes(special_shapes(product)))
          longer.push_back(std::move(product));
      }
    products = std::move(longer);
  };
  for (size_t p = 0; p < parameters; ++p) multiply_by(parts_of(points, static_cast<uint8_t>(p), heaviest));
  multiply_by(pairs_of(parameters, heaviest));
  return distinct_terms(points, products, heaviest);
}

std::vector<Term> list_monomials(size_t parameters, unsigned degree) {
  std::vector<std::pair<Term, unsigned>> all = {{{}, 0}}; // with their degrees
  for (size_t p = 0; p < parameters; ++p) {
    size_t shorter = all.size();
    for (size_t i = 0; i < shorter; ++i)
      for (unsigned exponent = 1; all[i].second + exponent <= degree; ++exponent) {
        Term term = all[i].first;
        term.push_back({FactorKind::power, static_cast<uint8_t>(p), 0, static_cast<uint8_t>(exponent)});
        all.emplace_back(std::move(term), all[i].second + exponent);
      }
  }
  std::vector<Term> terms;
  for (unsigned total = 0; total <= degree; ++total)
    for (const auto& [term, own] : all)
      if (own == total) terms.push_back(term);
  return terms;
}

// kGoldenBits: fib(n) grows as 1.618^n.
static Growth factor_growth(const Factor& factor) {
  constexpr double kGoldenBits = 0.6942419136306174;
  switch (factor.kind) {
  case FactorKind::log2:
  case FactorKind::floor_log2:
  case FactorKind::ceil_log2:
    return {0, 0, double(factor.exponent)};
  case FactorKind::odd:
  case FactorKind::remainder:
    return {};
  case FactorKind::exp2:
    return {1, 0, 0};
  case FactorKind::fibonacci:
    return {kGoldenBits, 0, 0};
  default:
    return {0, double(factor.exponent), 0};
  }
}

static void multiply(Growth& growth, const Growth& other) {
  growth.exponential += other.exponential;
  growth.degree += other.degree;
  growth.logarithms += other.logarithms;
}

Growth growth_in(const Term& term, size_t parameter) {
  Growth growth;
  for (const Factor& factor : term) {
    bool of_it = factor.parameter == parameter && factor.kind != FactorKind::minimum;
    if (of_it || (factor.kind == FactorKind::maximum && factor.other == parameter))
      multiply(growth, factor_growth(factor));
  }
  return growth;
}

Growth growth_together(const Term& term) {
  Growth growth;
  for (const Factor& factor : term) multiply(growth, factor_growth(factor));
  return growth;
}

} // namespace unply
