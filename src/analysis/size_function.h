// A closed form of the sizes of a run: terms with exact coefficients, and the search for the simplest one through given
// points ("Generalising over inputs" in docs/theory.md).
//
// A form is taken only if leaving out any one point leaves it determined, so that each point is predicted by the
// others, and if it is a third shorter than the data, so that a search over many forms does not find one by chance.
#pragma once
#include "analysis/size_terms.h"

namespace unply {

struct SizeFunction {
  struct Part {
    Rational coefficient; // not 0
    Term term;
  };
  std::vector<Part> parts; // fastest growing first; empty: 0

  // Overflowed where a term is not defined or too large.
  Rational value(std::span<const int64_t> sizes) const;
  unsigned complexity() const; // weights of terms and bits of coefficients
  std::string text(std::span<const std::string> names) const;
  void sort(size_t parameters);
};

struct ExactFit {
  std::vector<SizeFunction> forms; // equally simple; more than one if the points cannot decide
  size_t points = 0, spare = 0;    // spare: points less coefficients
};

// Points are distinct. Prepared once for all quantities that are fitted on the same points.
class ExactFitter {
public:
  explicit ExactFitter(std::vector<Sizes> points);
  // The simplest form that gives all values; empty if there is none, or if it cannot be found without overflow.
  std::optional<ExactFit> fit(std::span<const int64_t> values) const;
  const std::vector<Sizes>& points() const { return points_; }

private:
  std::vector<Sizes> points_;
  std::vector<Term> terms_;
  std::vector<std::vector<uint64_t>> columns_; // of each term, its values modulo kPrime
};

} // namespace unply
