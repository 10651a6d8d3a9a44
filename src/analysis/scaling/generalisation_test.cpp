// From counts of made-up recordings to forms, scaling and predictions; leading terms; what sizes are unlike the
// recorded ones.
#include "analysis/scaling/generalisation.h"
#include "analysis/scaling/leading_terms.h"
#include <doctest/doctest.h>
#include <functional>

using namespace unply;

namespace {
using GraphShape = std::function<uint64_t(const Sizes&)>;
const std::vector<std::string> kNames = {"n", "m"};

std::vector<SizedRecording> recordings(const std::vector<Sizes>& sizes, const GraphShape& tasks,
                                       const GraphShape& levels) {
  std::vector<SizedRecording> result;
  for (const Sizes& s : sizes) {
    RegionQuantities region{"a.c:1", "a.c:1", "main", {}, 10 * tasks(s), 10 * levels(s)};
    region.counts = {{"tasks", tasks(s)}, {"levels", levels(s)}};
    result.push_back({s, {region}});
  }
  return result;
}

GeneralisedRegion only(const std::vector<Sizes>& sizes, const GraphShape& tasks, const GraphShape& levels) {
  auto names = std::span(kNames).first(sizes[0].size());
  auto regions = generalise(recordings(sizes, tasks, levels), names);
  REQUIRE(regions.size() == 1);
  return regions[0];
}

const std::vector<Sizes> kOne = {{4}, {6}, {8}, {10}, {12}};
const std::vector<Sizes> kTwo = {{4, 7}, {9, 3}, {6, 6}, {5, 11}, {12, 4}, {8, 10}};
} // namespace

TEST_CASE("parallelism of exact forms") {
  auto wavefront = only(kOne, [](const Sizes& s) { return s[0] * s[0]; }, [](const Sizes& s) { return 2 * s[0] - 1; });
  CHECK(wavefront.scaling.exact);
  CHECK(wavefront.scaling.leading == "n/2");
  CHECK(wavefront.scaling.grows);
  auto chain = only(kOne, [](const Sizes& s) { return 3 * s[0]; }, [](const Sizes& s) { return s[0] + 1; });
  CHECK(chain.scaling.leading == "3");
  CHECK_FALSE(chain.scaling.grows);
  auto oblong = only(kTwo, [](const Sizes& s) { return s[0] * s[1]; }, [](const Sizes& s) { return s[0] + s[1] - 1; });
  CHECK(oblong.scaling.leading == "n m / (n + m)");
  CHECK(oblong.scaling.grows);
  CHECK(oblong.scaling.grows_with == std::vector<bool>{false, false});
  auto heat = only(kTwo, [](const Sizes& s) { return s[0] * s[1]; }, [](const Sizes& s) { return s[1]; });
  CHECK(heat.scaling.leading == "n");
  CHECK(heat.scaling.grows_with == std::vector<bool>{true, false});
}

TEST_CASE("without exact forms the ratio is estimated") {
  auto uneven = only(
      kOne, [](const Sizes& s) { return s[0] * s[0] * s[0] + (s[0] % 3) * 7; }, [](const Sizes& s) { return s[0]; });
  CHECK_FALSE(uneven.find("tasks")->exact);
  CHECK(uneven.find("tasks")->estimate);
  CHECK_FALSE(uneven.scaling.exact);
  CHECK(uneven.scaling.grows);
  Prediction at = predict(*uneven.find("tasks"), std::vector<int64_t>{24});
  REQUIRE(at.estimated);
  CHECK(at.exact.empty());
  CHECK(at.estimated->low <= 24. * 24 * 24);
  CHECK(at.estimated->high >= 24. * 24 * 24);
}

TEST_CASE("equal sizes: one point, or a contradiction") {
  auto sizes = kOne;
  sizes.push_back({4}), sizes.push_back({6});
  auto region = only(sizes, [](const Sizes& s) { return s[0] * s[0]; }, [](const Sizes& s) { return s[0]; });
  CHECK(region.find("tasks")->exact->points == 5);
  auto made = recordings(sizes, [](const Sizes& s) { return s[0] * s[0]; }, [](const Sizes& s) { return s[0]; });
  made.back().regions[0].counts[0].value = 37;
  auto regions = generalise(made, std::span(kNames).first(1));
  CHECK_FALSE(regions[0].find("tasks")->exact);
  CHECK(regions[0].find("tasks")->contradictory);
  CHECK(regions[0].find("levels")->exact);
}

TEST_CASE("what was given up is no point, and a region may be missing") {
  auto made = recordings(kOne, [](const Sizes& s) { return s[0]; }, [](const Sizes&) { return 1; });
  made[4].regions[0].counts[0].value.reset();
  made[0].regions.clear();
  auto regions = generalise(made, std::span(kNames).first(1));
  CHECK(regions[0].recordings == std::vector<uint32_t>{1, 2, 3, 4});
  CHECK(regions[0].find("tasks")->given_up == 1);
  CHECK(regions[0].find("tasks")->exact->points == 3);
}

TEST_CASE("predictions are counts or nothing") {
  auto half = only(kOne, [](const Sizes& s) { return s[0] / 2; }, [](const Sizes& s) { return s[0] - 4 + 1; });
  CHECK(predict(*half.find("tasks"), std::vector<int64_t>{40}).exact[0].text() == "20");
  CHECK_FALSE(predict(*half.find("tasks"), std::vector<int64_t>{41}).known()); // n/2 is no count there
  CHECK_FALSE(predict(*half.find("levels"), std::vector<int64_t>{1}).known()); // -2
  // Forms that agree on the recorded sizes and not elsewhere: both values.
  std::vector<Sizes> twice = {{3, 6}, {5, 10}, {7, 14}};
  auto either = only(twice, [](const Sizes& s) { return s[0] * s[1]; }, [](const Sizes&) { return 1; });
  CHECK(predict(*either.find("tasks"), std::vector<int64_t>{4, 8}).exact.size() == 1);
  CHECK(predict(*either.find("tasks"), std::vector<int64_t>{4, 4}).exact.size() == 2);
  auto unlike = [](int64_t n) { return unlike_recorded(kOne, std::vector<int64_t>{n}, kNames); };
  CHECK(unlike(40).empty());
  CHECK(unlike(41) == std::vector<std::string>{"n is even in all recordings, and not here"});
  CHECK(unlike(2) == std::vector<std::string>{"n is smaller than in all recordings"});
  std::vector<Sizes> twos = {{4, 1}, {8, 8}, {64, 5}};
  CHECK(unlike_recorded(twos, std::vector<int64_t>{24, 30}, kNames).size() == 2);
}

TEST_CASE(
    "forms that the sizes do not rule out are named, with the size that decides, and so are sizes too much alike") {
  std::vector<Sizes> few = {{5}, {6}, {7}, {9}, {10}}; // n mod 4 looks like a logarithm there
  auto three = only(few, [](const Sizes& s) { return 3 * s[0] + s[0] % 4; }, [](const Sizes&) { return 1; });
  const ExactFit& fit = *three.find("tasks")->exact;
  CHECK(fit.forms[0].text(kNames) == "3n + (n mod 4)");
  REQUIRE(!fit.rivals.empty());
  CHECK(fit.rivals[0].text(kNames) == "4n - 4 floor(log2(n)) + 4");
  CHECK(fit.deciding == Sizes{4});
  CHECK(predict(*three.find("tasks"), std::vector<int64_t>{40}).exact.size() > 1);
  std::vector<Sizes> more = {{4}, {6}, {7}, {9}, {11}, {13}, {18}};
  auto decided = only(more, [](const Sizes& s) { return 3 * s[0] + s[0] % 4; }, [](const Sizes&) { return 1; });
  CHECK(decided.find("tasks")->exact->rivals.empty());
  CHECK(predict(*decided.find("tasks"), std::vector<int64_t>{41}).exact == std::vector<Rational>{Rational(124)});
  auto tiles = [](const Sizes& s) { return (s[0] + 15) / 16 * ((s[0] + 15) / 16); };
  const std::vector<Sizes> sizes = {{24}, {40}, {56}, {80}, {100}, {120}};
  auto tiled = only(sizes, tiles, [](const Sizes&) { return 1; });
  CHECK(tiled.find("tasks")->exact->forms[0].text(kNames) == "ceil(n/16)^2");
  // Of multiples of 8 nothing is known between them, whatever the form.
  std::vector<Sizes> eights = {{8}, {16}, {24}, {40}, {56}};
  CHECK(narrow_sizes(eights, std::span(kNames).first(1)) ==
        std::vector<std::string>{"n is a multiple of 8 in all recordings, so the forms are known for such sizes only; "
                                 "n = 36 would show others"});
  CHECK(unlike_recorded(eights, std::vector<int64_t>{44}, kNames) ==
        std::vector<std::string>{"n is a multiple of 8 in all recordings, and not here"});
  CHECK(unlike_recorded(eights, std::vector<int64_t>{48}, kNames).empty());
  const std::vector<Sizes> tens = {{7}, {17}, {37}}, powers = {{8}, {16}, {64}};
  CHECK(unlike_recorded(tens, std::vector<int64_t>{30}, kNames) ==
        std::vector<std::string>{"n - 7 is a multiple of 10 in all recordings, and not here"});
  CHECK(narrow_sizes(powers, std::span(kNames).first(1)).empty()); // powers of two are their own case
}

TEST_CASE("leading terms, and what cancels") {
  auto form = [](std::vector<SizeFunction::Part> parts) {
    SizeFunction result{std::move(parts)};
    result.sort(2);
    return result;
  };
  Term n = {{FactorKind::power, 0, 0, 1}}, n2 = {{FactorKind::power, 0, 0, 2}}, m = {{FactorKind::power, 1, 0, 1}};
  Term nm = {{FactorKind::power, 0, 0, 1}, {FactorKind::power, 1, 0, 1}}, log = {{FactorKind::log2, 0, 0, 1}};
  Term n_log = {{FactorKind::power, 0, 0, 1}, {FactorKind::log2, 0, 0, 1}}, exp = {{FactorKind::exp2, 0, 0, 1}};
  CHECK(leading_terms(form({{3, nm}, {1, n}, {5, {}}}), 2).text(kNames) == "3n m");
  CHECK(leading_terms(form({{1, n2}, {1, m}, {1, n}}), 2).text(kNames) == "n^2 + m");
  CHECK(leading_terms(form({{1, exp}, {1, n2}}), 2).text(kNames) == "2^n");
  CHECK(ratio_text(form({{Rational(1, 2), n_log}}), form({{1, log}}), kNames) == "n/2");
  CHECK(ratio_text(form({{1, exp}}), form({{2, n}}), kNames) == "2^n / 2n");
  CHECK(ratio_text(form({{4, exp}}), form({{2, exp}}), kNames) == "2");
}
