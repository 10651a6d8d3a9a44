// One-term models: exponents found again under noise, intervals that hold the truth, and nothing from what cannot be
// fitted.
#include "analysis/size_estimate.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

static const std::vector<std::string> kEstimateNames = {"n", "m"};

TEST_CASE("exponents without noise") {
  std::vector<Sizes> points = {{4}, {8}, {12}, {20}, {32}};
  auto shape = [&](auto f) {
    std::vector<double> values;
    for (const Sizes& s : points) values.push_back(f(double(s[0])));
    auto fit = estimate(points, values);
    REQUIRE(fit);
    CHECK(fit->residual < 1e-9);
    CHECK(fit->predict(std::vector<int64_t>{100}).value == doctest::Approx(f(100.)));
    return fit->chosen().shape_text(kEstimateNames);
  };
  CHECK(shape([](double n) { return 3 * n * n; }) == "n^2");
  CHECK(shape([](double n) { return 7 * n * std::log2(n); }) == "n log2(n)");
  CHECK(shape([](double n) { return n * std::sqrt(n); }) == "n^1.5");
  CHECK(shape([](double) { return 42.; }) == "");
  CHECK(shape([](double n) { return 500 + 2 * n * n; }) == "n^2"); // with a constant
}

TEST_CASE("intervals hold the truth under noise") {
  std::mt19937 random(17);
  std::normal_distribution<double> noise(1, 0.03);
  int held = 0, right = 0, runs = 200;
  for (int run = 0; run < runs; ++run) {
    std::vector<Sizes> points;
    std::vector<double> values;
    for (int64_t n : {4, 8, 16, 24, 32, 48}) {
      points.push_back({n, 1 + n % 5});
      values.push_back(5 * double(n * n) * double(points.back()[1]) * noise(random));
    }
    auto fit = estimate(points, values);
    REQUIRE(fit);
    right += fit->chosen().shape_text(kEstimateNames) == "n^2 m";
    Interval at = fit->predict(std::vector<int64_t>{96, 4});
    CHECK(at.low <= at.value);
    CHECK(at.value <= at.high);
    held += at.low <= 5 * 96. * 96 * 4 && 5 * 96. * 96 * 4 <= at.high;
  }
  CHECK(right > runs * 3 / 4);
  CHECK(held > runs * 9 / 10);
}

TEST_CASE("the error of leaving out is that of fits without the point") {
  std::vector<Sizes> points = {{4}, {8}, {16}};
  std::vector<double> values = {10, 21, 39};
  auto fit = estimate(points, values);
  REQUIRE(fit);
  REQUIRE(fit->chosen().constant == 0); // too few points for one
  auto ratio_at = [&](size_t i) { return fit->chosen().value(points[i]) / fit->chosen().coefficient / values[i]; };
  double squares = 0;
  for (size_t left_out = 0; left_out < 3; ++left_out) {
    double ratios = 0, of_ratios = 0;
    for (size_t i = 0; i < 3; ++i) {
      double ratio = ratio_at(i);
      if (i != left_out) ratios += ratio, of_ratios += ratio * ratio;
    }
    squares += std::pow(ratios / of_ratios * ratio_at(left_out) - 1, 2);
  }
  CHECK(fit->chosen().left_out_error == doctest::Approx(std::sqrt(squares / 3)));
  CHECK(fit->chosen().left_out_error > fit->residual);
}

TEST_CASE("what cannot be estimated") {
  std::vector<double> two = {1, 2}, zero = {0, 2};
  CHECK_FALSE(estimate(std::vector<Sizes>{{4}}, std::vector<double>{1}));
  CHECK_FALSE(estimate(std::vector<Sizes>{{4}, {8}}, zero));
  CHECK_FALSE(estimate(std::vector<Sizes>{{0}, {8}}, two));
  REQUIRE(estimate(std::vector<Sizes>{{1}, {8}}, two));
}
