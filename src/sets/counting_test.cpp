#include "sets/counting.h"
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <functional>
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

TEST_CASE("strides and rounded bounds: one polynomial for each remainder, as many as brute force counts") {
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  const isl::ctx ctx(owner.get());
  struct Case {
    std::string set; // over N, i and j
    SumOfMonomials weight;
    std::function<bool(int64_t, int64_t, int64_t)> has;
  };
  const SumOfMonomials one = constant_sum(1), i{{{{"i", 1}}, {1, 1}}};
  const std::vector<Case> cases{
      {"0 <= i < N and i mod 2 = 0 and j = 0", one,
       [](auto n, auto x, auto y) { return x < n && x % 2 == 0 && y == 0; }},
      {"1 <= i <= N and (i - 1) mod 3 = 0 and j = 0", i,
       [](auto n, auto x, auto y) { return x >= 1 && x <= n && (x - 1) % 3 == 0 && y == 0; }},
      {"0 <= i < N and 0 <= 2 * j <= i", one, [](auto n, auto x, auto y) { return x < n && y >= 0 && 2 * y <= x; }},
      {"0 <= i < N and i <= j < N and (j - i) mod 3 = 0", i,
       [](auto n, auto x, auto y) { return x < n && x <= y && y < n && (y - x) % 3 == 0; }},
      {"0 <= i and 2 * i < N and 0 <= 3 * j < N", one, [](auto n, auto x, auto y) { return 2 * x < n && 3 * y < n; }},
  };
  for (const Case& one_case : cases) {
    const auto count =
        count_points(isl::set(ctx, "[N, i, j] -> { : " + one_case.set + " }"), {"i", "j"}, one_case.weight);
    REQUIRE_MESSAGE(count, one_case.set);
    for (int64_t n = 0; n <= 14; ++n) {
      int64_t expected = 0;
      for (int64_t x = 0; x <= 20; ++x)
        for (int64_t y = 0; y <= 20; ++y)
          if (one_case.has(n, x, y)) expected += one_case.weight.begin()->first.empty() ? 1 : x;
      CHECK_MESSAGE(value_of(*count, {{"N", n}}, ctx) == doctest::Approx(double(expected)), one_case.set, " N = ", n);
    }
  }
}

TEST_CASE("a set that is no progression, or without a bound, has no polynomial") {
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  const isl::ctx ctx(owner.get());
  CHECK(!count_points(isl::set(ctx, "[N, i] -> { : 0 <= i < N and i mod 17 = N mod 17 and i mod 3 <= 1 }"), {"i"},
                      constant_sum(1)));
  CHECK(!count_points(isl::set(ctx, "[N, i] -> { : i < N }"), {"i"}, constant_sum(1)));
}
