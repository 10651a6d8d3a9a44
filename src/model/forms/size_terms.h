// The terms that functions of a program's sizes are made of: products of powers, logarithms, exponentials and the few
// other shapes that task graphs have (docs/theory.md, "Generalising over inputs"). All are whole numbers where they
// are defined, so that fits can be exact.
#pragma once
#include "model/forms/rational.h"
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unply {

using Sizes = std::vector<int64_t>; // of one recording, by parameter

enum class FactorKind : uint8_t {
  power,      // n^exponent
  log2,       // log2(n)^exponent, defined on powers of two only
  floor_log2, // floor(log2(n))^exponent
  ceil_log2,
  floor_half, // floor(n/2)^exponent: with powers of n, quasi-polynomials of period 2
  ceil_half,
  odd,       // n mod 2
  exp2,      // 2^n
  fibonacci, // fib(n + exponent), fib(1) = fib(2) = 1: recursions that call themselves for n - 1 and n - 2
  minimum,   // min(n, m)^exponent
  maximum,
  remainder,  // n mod `other`, which is 3 or more: tiles and unrolled loops
  floor_part, // floor(n / other)^exponent
  ceil_part
};

struct Factor {
  FactorKind kind;
  uint8_t parameter = 0, other = 0; // other: parameter of minimum and maximum, modulus of the last three
  uint8_t exponent = 1;
  auto operator<=>(const Factor&) const = default;
};

using Term = std::vector<Factor>; // ascending by parameter; empty: the constant 1

// Empty where the term is not defined or does not fit into 127 bits.
std::optional<Wide> term_value(const Term& term, std::span<const int64_t> sizes);
unsigned term_weight(const Term& term); // how complicated: 1 for the constant, at least 2 for others
std::string term_text(const Term& term, std::span<const std::string> names); // "n^2 log2(m)"

// The special shapes in a term, as bits: logarithms, halves, 2^n, fib, and min and max. Forms with several of them fit
// by chance: the widths 4, 6, 9, 14, 23, 36 are fib(n) + floor(log2(n)) - 1 for n = 4 to 9, and not beyond.
unsigned special_shapes(const Term& term);
bool several_shapes(unsigned shapes);

// Terms of weight at most `heaviest` that are defined on all points and differ there from all lighter ones, ascending
// by weight: terms that the points cannot tell apart appear once. No term has several special shapes.
std::vector<Term> list_terms(std::span<const Sizes> points, unsigned heaviest);
// Terms with a modulus from 3 to 64, and the monomials to degree 2 that they are added to, likewise. Apart from the
// others, as there are so many of them; moduli by which all sizes leave the same remainder are left out.
// periods: of the modulus that the sizes reach at least.
std::vector<Term> list_modular_terms(std::span<const Sizes> points, unsigned heaviest, size_t periods);
// All monomials of at most this total degree, the constant first.
std::vector<Term> list_monomials(size_t parameters, unsigned degree);

// How a term grows: compared first by the exponential, then the degree, then the logarithms.
struct Growth {
  double exponential = 0; // binary logarithm of the base
  double degree = 0, logarithms = 0;
  auto operator<=>(const Growth&) const = default;
  bool unbounded() const { return *this > Growth{}; }
};
Growth growth_in(const Term& term, size_t parameter); // when this one grows and the others do not
Growth growth_together(const Term& term);             // when all grow in proportion

} // namespace unply
