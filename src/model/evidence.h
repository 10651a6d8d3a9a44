// How a figure is known, in the same words wherever one is printed: proven, observed on k inputs (a form that gives
// every count exactly), or estimated with a residual and an interval.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace unply {

struct Evidence {
  enum class Kind : uint8_t { unknown, proven, exact, estimated };
  Kind kind = Kind::unknown;
  size_t points = 0, spare = 0; // exact: the sizes that it holds for, and those less the coefficients
  double residual = 0;          // estimated: relative, 0.02 is 2 %
};

const char* evidence_word(Evidence::Kind kind);      // "exact": for JSON
std::string evidence_text(const Evidence& evidence); // "exact on 5 sizes, 4 to spare", "estimated, residual 2.1 %"
std::string interval_text(const std::string& low, const std::string& high); // "estimated, 3 ms to 4 ms"

struct Interval {
  double value = 0, low = 0, high = 0; // of 95 %
};

} // namespace unply
