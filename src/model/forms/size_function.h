// A closed form of the sizes of a run: terms with exact coefficients, and the search for the simplest one through given
// points ("Generalising over inputs" in docs/theory.md).
//
// A form is taken only if leaving out any one point leaves it determined, so that each point is predicted by the
// others, and if it is a third shorter than the data, so that a search over many forms does not find one by chance.
// Other forms that pass the same tests and are a little longer are kept beside it: the points do not refute them.
#pragma once
#include "model/evidence.h"
#include "model/forms/size_terms.h"

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
  std::vector<SizeFunction>
      rivals;                   // at most kRivalBits longer, shortest first, none equal to forms[0] everywhere nearby
  Sizes deciding;               // the nearest sizes at which forms and rivals differ; empty if there are no others
  size_t points = 0, spare = 0; // spare: points less coefficients
  Evidence evidence() const { return {.kind = Evidence::Kind::exact, .points = points, .spare = spare, .residual = 0}; }
};

inline constexpr unsigned kRivalBits = 10; // a thousand times less likely than the form itself

// Points are distinct. Prepared once for all quantities that are fitted on the same points.
class ExactFitter {
public:
  explicit ExactFitter(std::vector<Sizes> points);
  // The simplest form that gives all values; empty if there is none, or if it cannot be found without overflow.
  std::optional<ExactFit> fit(std::span<const int64_t> values) const;
  const std::vector<Sizes>& points() const { return points_; }

private:
  struct Candidates {
    std::vector<Term> terms;
    std::vector<std::vector<uint64_t>> columns; // of each term, its values modulo kPrime
  };
  Candidates candidates(std::vector<Term> terms) const;
  std::vector<Sizes> points_;
  Candidates usual_, modular_, modular_rivals_;
};

} // namespace unply
