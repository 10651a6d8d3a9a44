// Ranges of task ids: refused words; printing and parsing are inverse.
#include "cli/independent/task_ranges.h"
#include <doctest/doctest.h>
#include <random>

using namespace unply;

TEST_CASE("task ranges are read") {
  auto ranges = parse_task_ranges("3,5-9,20-101:4");
  REQUIRE(ranges);
  CHECK(*ranges == std::vector<TaskRange>{{3, 3, 1}, {5, 9, 1}, {20, 100, 4}});
  for (const char* wrong :
       {"", "a", "3,", ",3", "5-", "-5", "9-5", "1-9:0", "1-9:", "1-9:2x", "1 2", "4294967296", "+1"})
    CHECK_FALSE(parse_task_ranges(wrong));
}

TEST_CASE("task ranges are printed so that they can be read") {
  CHECK(ranges_text({}, 9).empty());
  CHECK(ranges_text({7}, 9) == "7");
  CHECK(ranges_text({7, 8}, 9) == "7-8");
  CHECK(ranges_text({7, 9}, 9) == "7,9");
  CHECK(ranges_text({7, 9, 11, 20}, 9) == "7-11:2,20");
  CHECK(ranges_text({7, 9, 11, 20, 30}, 1) == "7-11:2 and 2 more");
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    std::vector<uint32_t> ids, again;
    for (uint32_t id = 0; ids.size() < static_cast<size_t>(1 + i % 20);) ids.push_back(id += 1 + random() % 3);
    auto ranges = parse_task_ranges(ranges_text(ids, ids.size()));
    REQUIRE(ranges);
    for (const TaskRange& range : *ranges)
      for (uint64_t k = 0; k < range.count(); ++k) again.push_back(range.first + static_cast<uint32_t>(k) * range.step);
    CHECK(again == ids);
  }
}
