// What is said of an expected speedup.
#include "cli/discover/discovery.h"
#include <doctest/doctest.h>

using namespace unply;

static std::string text_of(std::initializer_list<double> likely) { // on 2, 4, 8, ... processors
  Speedups speedups;
  REQUIRE(likely.size() == speedups.size());
  for (size_t i = 0; i < speedups.size(); ++i) {
    const double of_one = likely.begin()[i];
    speedups[i] = {.low = of_one * 0.5, .likely = of_one, .high = of_one * 2};
  }
  return speedup_text(speedups);
}

TEST_CASE("a speedup is that on 8 threads, but of what gains only on more of them that on the fewest that gain") {
  CHECK(text_of({1.9, 3.6, 6.0, 9, 12, 14}) == "6.0x on 8 threads (3.0 to 12.0)");
  CHECK(text_of({0.3, 0.5, 0.8, 1.0, 1.4, 2.0}) == "1.4x on 32 threads (0.7 to 2.8), 0.8x on 8");
  CHECK(text_of({0.3, 0.5, 0.8, 0.9, 0.9, 0.9}) == "0.8x on 8 threads (0.4 to 1.6)");
  CHECK(text_of({1, 1, 1, 1.1, 1.2, 1.2}) == "1.0x on 8 threads (0.5 to 2.0)");
}
