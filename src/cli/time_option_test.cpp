#include "cli/time_option.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("moments of a run") {
  CHECK(*parse_moment("--from", "1.2s", 0) == 1'200'000'000);
  CHECK(*parse_moment("--from", "350ms", 0) == 350'000'000);
  CHECK(*parse_moment("--from", "0.5us", 0) == 500);
  CHECK(*parse_moment("--from", "17ns", 0) == 17);
  CHECK(*parse_moment("--from", "25%", 4000) == 1000);
  CHECK(*parse_moment("--from", "0%", 4000) == 0);
  for (const char* wrong : {"", "s", "12", "1.2 s", "-1ms", "1h", "nan", "nans", "infs", "1e300s", "12ms3"}) {
    CAPTURE(wrong);
    auto parsed = parse_moment("--to", wrong, 4000);
    REQUIRE(!parsed);
    CHECK(parsed.error().what.starts_with("--to"));
  }
}

TEST_CASE("a window lies within the run") {
  auto whole = parse_window("", "", 1000);
  CHECK(whole->begin_ns == 0);
  CHECK(whole->end_ns == 1000);
  auto part = parse_window("100ns", "2us", 1000);
  CHECK(part->begin_ns == 100);
  CHECK(part->end_ns == 1000);
  CHECK(!parse_window("500ns", "500ns", 1000));
  CHECK(!parse_window("600ns", "500ns", 1000));
  CHECK(!parse_window("2us", "", 1000));
  CHECK(parse_window("", "", 0));
}
