// The terms that times are made of: products of powers and logarithms of named features ("N log2(N)", "M^1.5"), the
// smaller or larger of two, and how far one exceeds a bound, which makes piecewise linear functions.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unply {

struct FeatureFactor {
  enum class Kind : uint8_t { power, minimum, maximum, excess };
  Kind kind = Kind::power;
  uint32_t feature = 0, other = 0; // other: of minimum and maximum
  double power = 1;                // of the feature, the minimum or the maximum
  int logarithm = 0;               // the exponent of log2(feature)
  double bound = 0;                // excess: max(0, feature - bound)
  auto operator<=>(const FeatureFactor&) const = default;
};

using FeatureTerm = std::vector<FeatureFactor>; // empty: the constant 1

double term_value(const FeatureTerm& term, std::span<const double> features);
double term_weight(const FeatureTerm& term); // how complicated; 0 for the constant
std::string term_text(const FeatureTerm& term, std::span<const std::string> names);

// Reads what term_text writes, with "*" or spaces between factors: "1", "N*log2(N)", "M^2", "M^(2/3)", "min(N, M)",
// "max(0, bytes - 65536)". A name that is not in `names` is an error.
Result<FeatureTerm> parse_term(std::string_view text, std::span<const std::string> names);
// A sum of such terms, each with a number in front of it where it is not 1: "2 N + 8".
struct WeightedTerm {
  double coefficient = 1;
  FeatureTerm term;
};
Result<std::vector<WeightedTerm>> parse_sum(std::string_view text, std::span<const std::string> names);

bool is_feature_name(std::string_view text); // a letter, then letters, digits, and _ . :

} // namespace unply
