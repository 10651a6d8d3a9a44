#include "verify/compare_outputs.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("outputs are compared byte by byte where nothing is tolerated") {
  CHECK(compare_outputs({"a 1.5\n"}, "a 1.5\n", 0).equal);
  const OutputComparison found = compare_outputs({"a\nb 1.5\nc\n"}, "a\nb 1.6\nc\n", 0);
  CHECK_FALSE(found.equal);
  CHECK(found.line == 2);
  CHECK(found.left == "b 1.5");
  CHECK(found.right == "b 1.6");
  CHECK_FALSE(compare_outputs({"a\n"}, "a\nb\n", 0).equal); // more lines
  CHECK_FALSE(compare_outputs({"a\nb\n"}, "a\n", 0).equal);
  CHECK_FALSE(compare_outputs({"a\n"}, "", 0).equal);
}

TEST_CASE("numbers with a fraction may differ within the tolerance, whole numbers and words may not") {
  const OutputComparison close = compare_outputs({"sum 1.000000 of 3"}, "sum 1.000001 of 3", 1e-5);
  CHECK(close.equal);
  CHECK(close.largest == doctest::Approx(1e-6).epsilon(0.01));
  CHECK_FALSE(compare_outputs({"sum 1.0"}, "sum 1.1", 1e-5).equal);
  CHECK_FALSE(compare_outputs({"sum 1000000"}, "sum 1000001", 1e-5).equal);
  CHECK_FALSE(compare_outputs({"sum 1.0"}, "sun 1.0", 1e-5).equal);
  CHECK_FALSE(compare_outputs({"1.0 2.0"}, "1.0", 1e-5).equal);
  CHECK_FALSE(compare_outputs({"1.0"}, "nan", 1e-5).equal);
  CHECK_FALSE(compare_outputs({"1.0"}, "-1.0", 1e-5).equal);
  CHECK_FALSE(compare_outputs({"1.0"}, "inf", 1e-5).equal);
  CHECK(compare_outputs({"-1.5e-3x"}, "-1.5000001e-3x", 1e-5).equal);
  CHECK(compare_outputs({"nan 1.0"}, "nan 1.0000001", 1e-5).equal);
}

TEST_CASE("lines in which serial runs differ are left out, and told") {
  const OutputComparison found =
      compare_outputs({"time 1.2 s\nsum 3\n", "time 1.3 s\nsum 3\n"}, "time 0.7 s\nsum 3\n", 0);
  CHECK(found.equal);
  CHECK(found.unstable == std::vector<size_t>{1});
  CHECK_FALSE(compare_outputs({"time 1.2 s\nsum 3\n", "time 1.3 s\nsum 3\n"}, "time 0.7 s\nsum 4\n", 0).equal);
  CHECK(compare_outputs({"at 7\n", "at 7\n", "at 8\n"}, "at 9\n", 0).equal); // the third run tells it
}
