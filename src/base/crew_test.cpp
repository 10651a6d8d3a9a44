#include "base/crew.h"
#include <doctest/doctest.h>
#include <numeric>

namespace unply {

TEST_CASE("a crew does each part once, and all of them before the next step begins") {
  for (unsigned threads : {1u, 2u, 5u}) {
    Crew crew(threads);
    REQUIRE(crew.threads() == threads);
    std::vector<uint32_t> values(1000); // not atomic: a step that began early would race with the one before
    for (uint32_t step = 0; step < 200; ++step)
      crew.share(values.size(), [&](size_t part, unsigned thread) {
        REQUIRE(thread < threads);
        values[part] += step;
      });
    for (uint32_t value : values) REQUIRE(value == 199 * 200 / 2);
  }
}

TEST_CASE("a crew is content with steps of no or few parts") {
  Crew crew(4);
  std::atomic<int> done = 0;
  for (size_t parts : {0, 1, 2}) crew.share(parts, [&](size_t, unsigned) { ++done; });
  CHECK(done == 3);
}

} // namespace unply
