#include "cli/verify/race_edits.h"
#include <doctest/doctest.h>

using namespace unply;

static std::vector<std::string> lines_of(std::vector<std::string> lines) {
  return race_edits({{.first = 3, .count = 0, .lines = std::move(lines)}})[0].lines;
}

TEST_CASE("in the build for races neighbouring iterations are on different threads") {
  CHECK(lines_of({"i = 0;", "  #pragma omp parallel for default(none) shared(a) \\", "      shared(b)"}) ==
        std::vector<std::string>{"i = 0;", "  #pragma omp parallel for schedule(static,1) default(none) shared(a) \\",
                                 "      shared(b)"});
  CHECK(lines_of({"  !$omp parallel do collapse(2)"})[0] == "  !$omp parallel do schedule(static,1) collapse(2)");
  CHECK(lines_of({"  !$omp end parallel do"})[0] == "  !$omp end parallel do");
  CHECK(lines_of({"#pragma omp task"})[0] == "#pragma omp task");
}

TEST_CASE("a schedule, an order of iterations and lines of fixed form stay as they are") {
  for (const char* line : {"#pragma omp parallel for ordered(1) schedule(static, 1)",
                           "#pragma omp parallel for lastprivate(x) schedule(static)",
                           "!$omp parallel do reduction(+: a_long_name) private(another_name, of_these)"})
    CHECK(lines_of({line})[0] == line);
  CHECK(lines_of({"#pragma omp parallel for \\", "    ordered(1)"})[0] == "#pragma omp parallel for \\");
}

TEST_CASE("the number of threads that look for races is a prime") {
  CHECK(race_threads(1) == 5);
  CHECK(race_threads(5) == 5);
  CHECK(race_threads(8) == 11);
  CHECK(race_threads(25) == 29);
}
