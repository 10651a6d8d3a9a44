#include "stg/run/flat_map.h"
#include <doctest/doctest.h>
#include <map>
#include <random>

using unply::stg::FlatMap;

namespace {

struct Crowded { // many keys share a place
  size_t operator()(int key) const { return size_t(key) % 5; }
};

} // namespace

TEST_CASE("a flat map agrees with a map when entries come and go") {
  FlatMap<int, int, Crowded> flat;
  std::map<int, int> map;
  std::mt19937 random(1);
  for (int step = 0; step < 20000; ++step) {
    const int key = int(random() % 40);
    if (random() % 2) {
      const auto [value, made] = flat.find_or_make(key);
      CHECK(made == !map.contains(key));
      CHECK(*value == map[key]);
      *value = map[key] = step;
    } else {
      flat.erase(key), map.erase(key);
    }
    const int other = int(random() % 40);
    const int* found = flat.find(other);
    REQUIRE((found != nullptr) == map.contains(other));
    if (found) CHECK(*found == map[other]);
    REQUIRE(flat.size() == map.size());
  }
}
