#include "verify/race_reports.h"
#include <doctest/doctest.h>

using namespace unply;

static const char* kReport = R"(==================
WARNING: ThreadSanitizer: data race (pid=24358)
  Read of size 8 at 0x7ffda0f68298 by thread T2:
    #0 main.omp_outlined /home/u/r.c (r+0xe93ee) (BuildId: 5f55)
    #1 step(double*, int) /home/u/my code/r.c:5:34 (r+0xe9446) (BuildId: 5f55)

  Previous atomic write of size 1 at 0x7ffda0f68298 by main thread:
    #0 main.omp_outlined_debug__ r.c:4 (r+0xe9446) (BuildId: 5f55)
    #1 main /home/u/r.c:3:1 (r+0xe9446)

  Thread T2 (tid=24362, running) created by main thread at:
    #0 pthread_create <null> (r+0x6498a) (BuildId: 5f55)

SUMMARY: ThreadSanitizer: data race /home/u/r.c in main.omp_outlined
==================
)";

TEST_CASE("both places of a race are read") {
  const std::vector<Race> races = read_race_reports(kReport);
  REQUIRE(races.size() == 1);
  CHECK(races[0].now.access == "read of 8 bytes");
  CHECK(races[0].now.function == "step(double*, int)");
  CHECK(races[0].now.file == "/home/u/my code/r.c");
  CHECK(races[0].now.line == 5);
  CHECK(races[0].now.column == 34);
  CHECK(races[0].before.access == "atomic write of 1 byte");
  CHECK(races[0].before.file == "r.c");
  CHECK(races[0].before.line == 4);
  CHECK(races[0].before.column == 0);
}

TEST_CASE("a pair of places is listed once, reports of another kind are not races") {
  const std::string twice = std::string(kReport) + kReport;
  const std::vector<Race> races = read_race_reports(twice);
  REQUIRE(races.size() == 1);
  CHECK(races[0].count == 2);
  CHECK(read_race_reports("").empty());
  CHECK(read_race_reports("WARNING: ThreadSanitizer: thread leak (pid=1)\n  Thread T1\n").empty());
  const std::string cut = twice.substr(0, twice.size() - 300); // a log that ends in the second report
  CHECK(read_race_reports(cut).size() >= 1);
}

static const char* kReduction = R"(==================
WARNING: ThreadSanitizer: data race (pid=22194)
  Read of size 8 at 0x724800018040 by thread T2:
    #0 .red_comb. /home/u/r.c:5:50 (rf+0xe95a7) (BuildId: 351d)
    #1 <null> <null> (libomp.so.5+0x6abd4) (BuildId: 88dd)

  Previous write of size 8 at 0x724800018040 by main thread:
    #0 .omp_outlined. /home/u/r.c:6:98 (rf+0xe96d5) (BuildId: 351d)

  Location is heap block of size 352 at 0x724800018000 allocated by thread T2:
    #0 malloc <null> (rf+0x626e0) (BuildId: 351d)
    #1 <null> <null> (libomp.so.5+0x21969) (BuildId: 88dd)
    #2 f /home/u/r.c:5:55 (rf+0xe93a9) (BuildId: 351d)

SUMMARY: ThreadSanitizer: data race /home/u/r.c:5:50 in .red_comb.
==================
)";

TEST_CASE("the runtime's own copies of a reduction are no race, what they are added to is one") {
  const std::string text = kReduction;
  CHECK(read_race_reports(text).empty());
  auto without = [&](const std::string& words, const std::string& other) {
    std::string changed = text;
    changed.replace(changed.find(words), words.size(), other);
    return read_race_reports(changed).size();
  };
  CHECK(without("libomp.so.5+0x21969", "rf+0x21969") == 1); // a block of the program
  CHECK(without("  Location is heap block of size 352", "  Location is stack") == 1);
  CHECK(without(".red_comb. /home", "f /home") == 1);
  CHECK(read_race_reports(text + kReport).size() == 1);
}
