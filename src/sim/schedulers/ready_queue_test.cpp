// The containers of the schedulers against std::set and plain loops.
#include "sim/schedulers/processor_times.h"
#include "sim/schedulers/radix_heap.h"
#include "sim/schedulers/ready_queue.h"
#include <doctest/doctest.h>
#include <map>
#include <random>
#include <set>

using namespace unply;

TEST_CASE("ready queue: like a set, for limits around powers of 64") {
  std::mt19937 random(1);
  for (uint32_t limit : {1u, 2u, 63u, 64u, 65u, 4095u, 4097u, 300000u}) {
    ReadyQueue queue(limit);
    std::set<uint32_t> expected;
    for (int step = 0; step < 3000; ++step) {
      uint32_t number = random() % limit;
      if (random() % 3 != 0) {
        queue.insert(number);
        expected.insert(number);
      } else if (random() % 2 == 0 && expected.contains(number)) {
        queue.erase(number);
        expected.erase(number);
      } else if (!expected.empty()) {
        REQUIRE(queue.take_least() == *expected.begin());
        expected.erase(expected.begin());
      }
      REQUIRE(queue.empty() == expected.empty());
    }
    while (!expected.empty()) {
      REQUIRE(queue.take_least() == *expected.begin());
      expected.erase(expected.begin());
    }
    CHECK(queue.empty());
  }
}

TEST_CASE("radix heap: all events of the earliest time, for times of all sizes") {
  std::mt19937_64 random(2);
  for (int bits : {1, 5, 6, 7, 12, 30, 57}) {
    constexpr uint32_t kProcessors = 40;
    RadixHeap heap(kProcessors);
    std::map<uint64_t, std::set<uint32_t>> expected; // processors by time
    std::vector<uint32_t> idle;
    for (uint32_t p = 0; p < kProcessors; ++p) idle.push_back(p);
    for (int step = 0; step < 2000; ++step) {
      for (uint64_t count = random() % (idle.size() + 1); count > 0; --count) {
        uint64_t time = heap.now() + random() % (uint64_t{1} << bits);
        heap.push(idle.back(), time, idle.back() + 7);
        expected[time].insert(idle.back());
        idle.pop_back();
      }
      REQUIRE(heap.empty() == expected.empty());
      if (expected.empty()) continue;
      std::set<uint32_t> taken;
      for (uint32_t p = heap.take_earliest(); p != RadixHeap::kEnd; p = heap[p].next) {
        CHECK(heap[p].task == p + 7);
        taken.insert(p);
        idle.push_back(p);
      }
      REQUIRE(heap.now() == expected.begin()->first);
      REQUIRE(taken == expected.begin()->second);
      expected.erase(expected.begin());
    }
  }
}

TEST_CASE("processor times: who is free first, and who is free by a time") {
  std::mt19937 random(3);
  for (uint32_t processors : {1u, 2u, 3u, 8u, 13u}) {
    ProcessorTimes times(processors, 5);
    std::vector<uint64_t> expected(processors, 5);
    for (int step = 0; step < 500; ++step) {
      uint32_t p = random() % processors;
      expected[p] = random() % 50;
      times.set(p, expected[p]);
      CHECK(times[p] == expected[p]);
      CHECK(times.earliest() == std::ranges::min_element(expected) - expected.begin());
      uint64_t limit = random() % 50;
      auto found = std::ranges::find_if(expected, [&](uint64_t time) { return time <= limit; });
      auto free = times.free_by(limit);
      REQUIRE(free.has_value() == (found != expected.end()));
      if (free) CHECK(*free == found - expected.begin());
    }
  }
}
