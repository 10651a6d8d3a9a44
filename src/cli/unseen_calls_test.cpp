#include "cli/unseen_calls.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("most called first, the rest in a number") {
  TraceInfo info;
  CHECK(unseen_sentence(info) == "");
  info.unseen_calls = {{"f", 1}};
  CHECK(unseen_sentence(info) == "1 call of f was not seen");
  info.unseen_calls = {{"_Z1gi", 2}, {"_Z1gv", 3}, {"f", 1}};
  CHECK(unseen_sentence(info) == "5 calls of g and 1 of f were not seen");
  info.unseen_calls = {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}};
  CHECK(unseen_sentence(info) == "6 calls of f, 5 of e, 4 of d, 3 of c and 3 of 2 other functions were not seen");
}
