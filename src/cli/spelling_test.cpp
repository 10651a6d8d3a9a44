#include "cli/spelling.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("edit distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "graph") == 5);
  CHECK(edit_distance("graph", "graph") == 0);
  CHECK(edit_distance("grap", "graph") == 1);
  CHECK(edit_distance("grpah", "graph") == 1);
  CHECK(edit_distance("repot", "report") == 1);
  CHECK(edit_distance("rceord", "record") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest word is one that a typing error explains") {
  std::vector<std::string> verbs = {"record", "report", "graph", "dump", "info"};
  CHECK(nearest_word("reprot", verbs) == "report");
  CHECK(nearest_word("recrod", verbs) == "record");
  CHECK(nearest_word("inof", verbs) == "info");
  CHECK(nearest_word("xyz", verbs).empty());
  CHECK(nearest_word("", verbs).empty());
  CHECK(nearest_word("a", {"b"}).empty()); // one letter for another explains nothing
}
