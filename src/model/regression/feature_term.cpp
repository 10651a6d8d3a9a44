#include "model/regression/feature_term.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace unply {

static double factor_value(const FeatureFactor& factor, std::span<const double> features) {
  double of = features[factor.feature];
  if (factor.kind == FeatureFactor::Kind::excess) return std::max(0., of - factor.bound);
  if (factor.kind == FeatureFactor::Kind::minimum) of = std::min(of, features[factor.other]);
  if (factor.kind == FeatureFactor::Kind::maximum) of = std::max(of, features[factor.other]);
  double product = factor.power == 0 ? 1 : factor.power == 1 ? of : std::pow(of, factor.power);
  for (int i = 0; i < factor.logarithm; ++i) product *= std::log2(of);
  return product;
}

double term_value(const FeatureTerm& term, std::span<const double> features) {
  double product = 1;
  for (const FeatureFactor& factor : term) product *= factor_value(factor, features);
  return product;
}

double term_weight(const FeatureTerm& term) {
  double weight = 0;
  for (const FeatureFactor& factor : term) {
    const bool whole = factor.power == std::floor(factor.power);
    weight +=
        factor.power + 1.5 * factor.logarithm + (whole ? 0 : 1) + 0.5 * (factor.kind != FeatureFactor::Kind::power);
  }
  return weight;
}

// "^2", "^1.5", "^(2/3)"; nothing for 1.
static std::string power_text(double power) {
  if (power == 1) return "";
  for (int divisor : {1, 2, 4, 5})
    if (std::abs(power * divisor - std::round(power * divisor)) < 1e-12) return fmt::format("^{:g}", power);
  if (std::abs(power * 3 - std::round(power * 3)) < 1e-12) return fmt::format("^({:.0f}/3)", std::round(power * 3));
  return fmt::format("^{}", power);
}

static std::string factor_text(const FeatureFactor& factor, std::span<const std::string> names) {
  const std::string& name = names[factor.feature];
  switch (factor.kind) {
  case FeatureFactor::Kind::excess:
    return fmt::format("max(0, {} - {})", name, factor.bound);
  case FeatureFactor::Kind::minimum:
    return fmt::format("min({}, {}){}", name, names[factor.other], power_text(factor.power));
  case FeatureFactor::Kind::maximum:
    return fmt::format("max({}, {}){}", name, names[factor.other], power_text(factor.power));
  default:
    break;
  }
  std::string text;
  if (factor.power != 0) text = name + power_text(factor.power);
  if (factor.logarithm != 0)
    text += fmt::format("{}log2({}){}", text.empty() ? "" : " ", name, power_text(factor.logarithm));
  return text;
}

std::string term_text(const FeatureTerm& term, std::span<const std::string> names) {
  std::string text;
  for (const FeatureFactor& factor : term) text += (text.empty() ? "" : " ") + factor_text(factor, names);
  return text.empty() ? "1" : text;
}

static bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
static bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':' || c == '.'; }

bool is_feature_name(std::string_view text) {
  return !text.empty() && starts_name(text[0]) && std::ranges::all_of(text, in_name);
}

namespace {

// Recursive descent; the first thing that is wrong is kept, and the rest is given up.
class TermParser {
public:
  TermParser(std::string_view text, std::span<const std::string> names) : text_(text), names_(names) {}

  Result<std::vector<WeightedTerm>> sum() {
    std::vector<WeightedTerm> terms;
    do {
      WeightedTerm part = weighted();
      terms.push_back(std::move(part));
    } while (error_.empty() && take("+"));
    return finish(std::move(terms));
  }

  Result<FeatureTerm> one() {
    WeightedTerm part = weighted();
    if (error_.empty() && part.coefficient != 1) error_ = "a number in front of a term, expected the term alone";
    return finish(std::move(part.term));
  }

private:
  template <class T> Result<T> finish(T value) {
    skip();
    if (error_.empty() && !text_.empty()) error_ = fmt::format("unexpected '{}'", text_);
    if (!error_.empty()) return fail(error_, "terms are 1, N, N^2, N log2(N), N*M, min(N, M), max(0, N - 1000)");
    return value;
  }

  WeightedTerm weighted() {
    WeightedTerm part;
    skip();
    if (!text_.empty() && (std::isdigit(static_cast<unsigned char>(text_[0])) || text_[0] == '.'))
      part.coefficient = number();
    else
      factor(part.term);
    while (error_.empty() && (take("*") || at_factor())) factor(part.term);
    std::ranges::sort(part.term);
    return part;
  }

  void skip() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\t')) text_.remove_prefix(1);
  }
  bool take(std::string_view word) {
    skip();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  void expect(std::string_view word) {
    if (error_.empty() && !take(word)) error_ = fmt::format("'{}' is missing", word);
  }
  bool at_factor() {
    skip();
    return !text_.empty() && starts_name(text_[0]);
  }
  double number() {
    skip();
    double value = 0;
    auto [end, problem] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (problem != std::errc() || !std::isfinite(value)) {
      if (error_.empty()) error_ = fmt::format("'{}' is no number", text_);
      return 0;
    }
    text_.remove_prefix(static_cast<size_t>(end - text_.data()));
    return value;
  }
  uint32_t name() {
    skip();
    size_t length = 0;
    while (length < text_.size() && in_name(text_[length])) ++length;
    auto found = std::ranges::find(names_, text_.substr(0, length));
    if (found == names_.end()) {
      if (error_.empty()) error_ = fmt::format("no feature is named '{}'", text_.substr(0, length));
      return 0;
    }
    text_.remove_prefix(length);
    return static_cast<uint32_t>(found - names_.begin());
  }
  double power() {
    if (!take("^")) return 1;
    if (!take("(")) return number();
    double above = number();
    if (take("/")) above /= number();
    expect(")");
    return above;
  }

  void factor(FeatureTerm& term) {
    FeatureFactor next;
    if (take("log2(")) {
      next.feature = name();
      next.power = 0;
      expect(")");
      const double exponent = power();
      if (exponent != std::floor(exponent) || exponent < 1 || exponent > 9) {
        if (error_.empty()) error_ = fmt::format("log2 to the power {}, expected 1 to 9", exponent);
        return;
      }
      next.logarithm = static_cast<int>(exponent);
      for (FeatureFactor& other : term) // N log2(N) is one factor
        if (other.kind == FeatureFactor::Kind::power && other.feature == next.feature && other.logarithm == 0) {
          other.logarithm = next.logarithm;
          return;
        }
    } else if (take("max(0")) {
      next.kind = FeatureFactor::Kind::excess;
      expect(",");
      next.feature = name();
      expect("-");
      next.bound = error_.empty() ? number() : 0;
      expect(")");
    } else if (bool least = take("min("); least || take("max(")) {
      next.kind = least ? FeatureFactor::Kind::minimum : FeatureFactor::Kind::maximum;
      next.feature = name();
      expect(",");
      next.other = name();
      expect(")");
      next.power = power();
    } else {
      next.feature = name();
      next.power = power();
    }
    if (error_.empty() && std::abs(next.power) > 100) error_ = "an exponent above 100";
    term.push_back(next);
  }

  std::string_view text_;
  std::span<const std::string> names_;
  std::string error_;
};

} // namespace

Result<FeatureTerm> parse_term(std::string_view text, std::span<const std::string> names) {
  auto parsed = TermParser(text, names).one();
  return parsed ? parsed : Result<FeatureTerm>(std::unexpected(parsed.error().about(fmt::format("term '{}'", text))));
}

Result<std::vector<WeightedTerm>> parse_sum(std::string_view text, std::span<const std::string> names) {
  auto parsed = TermParser(text, names).sum();
  if (!parsed) return std::unexpected(parsed.error().about(fmt::format("'{}'", text)));
  return parsed;
}

} // namespace unply
