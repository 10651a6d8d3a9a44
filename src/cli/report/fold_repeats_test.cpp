#include "cli/report/fold_repeats.h"
#include <doctest/doctest.h>

using namespace unply;

static std::vector<Fold> folds_of(std::vector<uint32_t> elements) { return fold_repeats(elements); }

TEST_CASE("what repeats is told once, with how often") {
  CHECK(folds_of({}).empty());
  CHECK(folds_of({7}) == std::vector<Fold>{{0, 1, 1}});
  CHECK(folds_of({1, 2, 3}) == std::vector<Fold>{{0, 1, 1}, {1, 1, 1}, {2, 1, 1}});
  CHECK(folds_of({9, 1, 2, 1, 2, 1, 2, 1}) == std::vector<Fold>{{0, 1, 1}, {1, 2, 3}, {7, 1, 1}});
  CHECK(folds_of({1, 1, 2, 1, 1, 2}) == std::vector<Fold>{{0, 3, 2}}); // covers more than the pair at the front
  CHECK(folds_of({4, 4, 4, 4}) == std::vector<Fold>{{0, 1, 4}});
}
