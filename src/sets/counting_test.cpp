#include "sets/counting.h"
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <memory>

using namespace unply::sets;

namespace {

// The polynomial's value: by isl's own substitution of the parameters and counting of the monomials.
double value_of(const std::vector<CountPiece>& pieces, const std::map<std::string, int64_t>& at, isl::ctx ctx) {
  double result = 0;
  for (const CountPiece& piece : pieces) {
    std::string text = "[";
    for (const auto& [name, value] : at) text += (text.size() > 1 ? ", " : "") + name;
    text += "] -> { : ";
    for (const auto& [name, value] : at) text += fmt::format("{} = {} and ", name, value);
    if (piece.domain.is_disjoint(isl::set(ctx, text + "0 = 0 }"))) continue;
    for (const auto& [monomial, coefficient] : piece.sum) {
      double term = double(coefficient.above) / double(coefficient.below);
      for (const auto& [name, exponent] : monomial)
        for (int i = 0; i < exponent; ++i) term *= double(at.at(name));
      result += term;
    }
  }
  return result;
}

} // namespace

TEST_CASE("points of a set are counted by a polynomial") {
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  const isl::ctx ctx(owner.get());
  const isl::set triangle(ctx, "[N, i, j] -> { : 0 <= i < N and 0 <= j <= i }");
  const auto count = count_points(triangle, {"i", "j"}, constant_sum(1));
  REQUIRE(count);
  REQUIRE(count->size() == 1);
  CHECK(text_of((*count)[0].sum) == "1/2*N^2 + 1/2*N");
  const isl::set nest(ctx, "[N, k, i, j] -> { : 0 <= k and k < i < N and k < j < N }");
  const auto cubic = count_points(nest, {"k", "i", "j"}, constant_sum(1));
  REQUIRE(cubic);
  for (int64_t n = 0; n <= 12; ++n) {
    int64_t expected_triangle = 0, expected_nest = 0;
    for (int64_t k = 0; k < n; ++k) expected_triangle += k + 1, expected_nest += (n - 1 - k) * (n - 1 - k);
    CHECK(value_of(*count, {{"N", n}}, ctx) == expected_triangle);
    CHECK(value_of(*cubic, {{"N", n}}, ctx) == doctest::Approx(expected_nest));
  }
}

TEST_CASE("pieces add up to what brute force counts") {
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  const isl::ctx ctx(owner.get());
  const isl::set cut(ctx, "[N, M, i, j] -> { : 0 <= i < N and 0 <= j < M and j <= i }");
  const auto count = count_points(cut, {"i", "j"}, constant_sum(1));
  REQUIRE(count);
  for (int64_t n = 0; n <= 5; ++n)
    for (int64_t m = 0; m <= 5; ++m) {
      int64_t expected = 0;
      for (int64_t i = 0; i < n; ++i) expected += std::min(i + 1, m);
      CHECK(value_of(*count, {{"N", n}, {"M", m}}, ctx) == expected);
    }
}

TEST_CASE("a set with a stride or without a bound has no polynomial") {
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  const isl::ctx ctx(owner.get());
  CHECK(!count_points(isl::set(ctx, "[N, i] -> { : 0 <= i < N and i mod 2 = 0 }"), {"i"}, constant_sum(1)));
  CHECK(!count_points(isl::set(ctx, "[N, i] -> { : i < N }"), {"i"}, constant_sum(1)));
}
