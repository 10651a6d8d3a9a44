// Known laws are found again, with noise and without, and terms are read as they are printed.
#include "model/regression/normal_form.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

namespace {

using Function = double (*)(double n, double m);

Measurements measure_law(Function law, bool two, double noise_level, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, noise_level);
  Measurements measured{two ? std::vector<std::string>{"n", "m"} : std::vector<std::string>{"n"}, {}, {}, {}};
  for (double n : {16., 64., 256., 1024., 4096., 16384.})
    for (double m : {32., 128., 2048., 8192.}) {
      if (!two && m > 32) continue;
      measured.features.push_back(two ? std::vector<double>{n, m} : std::vector<double>{n});
      measured.values.push_back(law(n, m) * (1 + (noise_level > 0 ? noise(random) : 0)));
    }
  return measured;
}

std::string shape(const Law& law, const std::vector<std::string>& names) {
  std::string text;
  for (const FeatureTerm& term : law.form.terms) text += (text.empty() ? "" : " + ") + term_text(term, names);
  return text;
}

std::string found_shape(Function law, bool two, double noise_level) {
  Measurements measured = measure_law(law, two, noise_level, 11);
  auto found = find_normal_form(measured, {});
  REQUIRE(found);
  return shape(*found, measured.names);
}

} // namespace

TEST_CASE("laws of one feature are found again") {
  auto found = [](Function law) { return found_shape(law, false, 0); };
  CHECK(found([](double, double) { return 5.; }) == "1");
  CHECK(found([](double n, double) { return 3 * n; }) == "n");
  CHECK(found([](double n, double) { return 2 + 3 * n; }) == "1 + n");
  CHECK(found([](double n, double) { return 7 + n * std::log2(n); }) == "1 + n log2(n)");
  CHECK(found([](double n, double) { return 2 * n * n; }) == "n^2");
  CHECK(found([](double n, double) { return 0.5 * std::sqrt(n) + 3; }) == "1 + n^0.5");
  CHECK(found([](double n, double) { return std::log2(n); }) == "log2(n)");
  CHECK(found([](double n, double) { return 4 + std::pow(std::log2(n), 2); }) == "1 + log2(n)^2");
  CHECK(found([](double n, double) { return std::pow(n, 3) + 1e4 * n; }) == "n + n^3");
  CHECK(found([](double n, double) { return std::pow(n, 2. / 3); }) == "n^(2/3)");
  CHECK(found([](double n, double) { return 9 + std::pow(n, 2.25); }) == "1 + n^2.25");
}

TEST_CASE("laws of two features are found again") {
  auto found = [](Function law) { return found_shape(law, true, 0); };
  CHECK(found([](double n, double m) { return n * m; }) == "n m");
  CHECK(found([](double n, double m) { return 100 + 2 * n + 3 * m; }) == "1 + n + m");
  CHECK(found([](double n, double m) { return 8 + n * std::log2(n) * m; }) == "1 + n log2(n) m");
  CHECK(found([](double n, double m) { return 50 + 4 * n + 6 * std::min(n, m); }) == "1 + n + min(n, m)");
  CHECK(found([](double n, double) { return 3 + n; }) == "1 + n");
  CHECK(found([](double n, double m) { return 1e5 + n * m + 30 * n + 70 * m; }) == "1 + n + m + n m");
}

TEST_CASE("laws are found in noise") {
  for (double noise : {0.01, 0.03}) {
    CHECK(found_shape([](double n, double) { return 100 + 3 * n; }, false, noise) == "1 + n");
    CHECK(found_shape([](double n, double) { return 2 * n * n; }, false, noise) == "n^2");
    CHECK(found_shape([](double n, double m) { return n * m; }, true, noise) == "n m");
  }
}

TEST_CASE("a form whose growth is negative is no law of times, but of counts") {
  Measurements measured = measure_law([](double n, double) { return n * n - 3 * n; }, false, 0, 1);
  auto counts = find_normal_form(measured, {{}, true});
  REQUIRE(counts);
  CHECK(counts->exact());
  CHECK(shape(*counts, measured.names) == "n + n^2");
  auto times = find_normal_form(measured, {});
  REQUIRE(times);
  CHECK(!times->exact());
}

TEST_CASE("noise alone is a constant, and says how far it misses") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(0.5, 1.5);
  Measurements measured{{"n"}, {}, {}, {}};
  for (int i = 1; i <= 12; ++i) measured.features.push_back({10. * i}), measured.values.push_back(any(random));
  auto law = find_normal_form(measured, {});
  REQUIRE(law);
  CHECK(law->left_out_error <= law->constant_error);
  CHECK(law->left_out_error > 0.1);
}

TEST_CASE("bends of a piecewise linear law") {
  auto measure_at = [](auto law) {
    Measurements measured{{"bytes"}, {}, {}, {}};
    for (double bytes : {64., 256., 1024., 4096., 16384., 65536., 131072., 262144., 1048576., 4194304.})
      measured.features.push_back({bytes}), measured.values.push_back(law(bytes));
    return measured;
  };
  Measurements line = measure_at([](double b) { return 2e-5 + 1e-9 * b; });
  auto plain = fit_segments(line, 0, {});
  REQUIRE(plain);
  CHECK(shape(*plain, line.names) == "1 + bytes");
  Measurements bent = measure_at([](double b) { return 2e-5 + 4e-9 * b - 3e-9 * std::max(0., b - 65536); });
  auto law = fit_segments(bent, 0, {});
  REQUIRE(law);
  CHECK(shape(*law, bent.names) == "1 + bytes + max(0, bytes - 65536)");
  CHECK(law->exact());
  const double at[] = {1e6};
  CHECK(law->value(at) == doctest::Approx(2e-5 + 4e-3 - 3e-9 * (1e6 - 65536)));
}

TEST_CASE("terms are read as they are printed") {
  const std::vector<std::string> names = {"N", "work:steps", "M"};
  for (const char* text : {"1", "N", "N^2", "N^0.5", "N^(2/3)", "N log2(N)", "log2(M)^2", "N^1.5 log2(N)^2 M",
                           "min(N, M)", "max(N, M)^2", "max(0, work:steps - 1000)", "N M"}) {
    auto term = parse_term(text, names);
    REQUIRE_MESSAGE(term, text);
    CHECK(term_text(*term, names) == text);
  }
  CHECK(term_text(*parse_term(" N * log2( N ) *M ", names), names) == "N log2(N) M");
  auto problem = [&](const char* text) {
    auto term = parse_term(text, names);
    return term ? std::string() : term.error().what;
  };
  CHECK(problem("K") == "term 'K': no feature is named 'K'");
  CHECK(problem("") == "term '': no feature is named ''");
  CHECK(problem("N^") == "term 'N^': '' is no number");
  CHECK(problem("N^x") == "term 'N^x': 'x' is no number");
  CHECK(problem("N^1e9") == "term 'N^1e9': an exponent above 100");
  CHECK(problem("N)") == "term 'N)': unexpected ')'");
  CHECK(problem("2 N") == "term '2 N': a number in front of a term, expected the term alone");
  CHECK(problem("log2(N") == "term 'log2(N': ')' is missing");
  CHECK(problem("log2(N)^0.5") == "term 'log2(N)^0.5': log2 to the power 0.5, expected 1 to 9");
  CHECK(problem("N^(1/0)") == "term 'N^(1/0)': an exponent above 100");
  auto sum = parse_sum("2 N + 8 + 0.5*N*M", names);
  REQUIRE(sum);
  CHECK(sum->size() == 3);
  CHECK((*sum)[0].coefficient == 2);
  CHECK((*sum)[1].term.empty());
  CHECK(!parse_sum("2 N +", names));
}
