// Chunks of loops as the compilers hand them over, against the iterations that they stand for.
#include "collect/code_places.h"
#include "collect/loop_origins.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

using namespace unply;

namespace {

UnplyRawEvent event(UnplyEventKind kind, uint64_t a, uint64_t b = 0) { return {0, 0, kind | a << 8, b}; }

struct Chunk {
  uint64_t first, iterations;
};

// A loop of `count` iterations cut at random and dealt to threads.
std::vector<std::vector<Chunk>> dealt(std::mt19937_64& random, uint64_t count, size_t threads) {
  std::vector<std::vector<Chunk>> result(threads);
  for (uint64_t at = 0; at < count;) {
    uint64_t length = std::min(count - at, 1 + random() % 20);
    result[random() % threads].push_back({at, length});
    at += length;
  }
  return result;
}

} // namespace

TEST_CASE("loop origins: loops of any begin and step count from 0 again") {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    int64_t begin = static_cast<int64_t>(random() % 200) - 100;
    int64_t step = 1 + static_cast<int64_t>(random() % 5);
    uint64_t count = 1 + random() % 300, loops = 1 + random() % 3;
    size_t threads = 1 + random() % 4;
    std::vector<std::vector<UnplyRawEvent>> events(threads);
    std::vector<std::vector<uint64_t>> expected(threads);
    for (size_t t = 0; t < threads; ++t) events[t].push_back(event(kEventImplicitBegin, 7));
    for (uint64_t loop = 0; loop < loops; ++loop) {
      auto chunks = dealt(random, count, threads);
      for (size_t t = 0; t < threads; ++t) {
        events[t].push_back(event(kEventWorkBegin, kWorkLoopDynamic, count));
        for (const Chunk& chunk : chunks[t]) {
          int64_t value = begin + step * static_cast<int64_t>(chunk.first) + static_cast<int64_t>(loop);
          events[t].push_back(event(kEventChunk, static_cast<uint64_t>(value), chunk.iterations));
          expected[t].push_back(chunk.first);
        }
        events[t].push_back(event(kEventWorkEnd, kWorkLoopDynamic));
      }
    }
    LoopOrigins origins;
    for (const auto& own : events) {
      LoopWalk walk;
      for (const UnplyRawEvent& each : own) {
        walk.step(each);
        if ((each.kind_a & 0xff) == kEventChunk) origins.add(walk, each);
      }
    }
    for (size_t t = 0; t < threads; ++t) {
      LoopWalk walk;
      std::vector<uint64_t> found;
      for (const UnplyRawEvent& each : events[t]) {
        walk.step(each);
        if ((each.kind_a & 0xff) == kEventChunk) found.push_back(origins.first_iteration(walk, each.kind_a >> 8));
      }
      CHECK(found == expected[t]);
    }
  }
}

TEST_CASE("code places: the function that the user wrote") {
  CHECK(user_function("main.omp_outlined_debug__") == "main");
  CHECK(user_function("main._omp_fn.0") == "main");
  CHECK(user_function("work(int).omp_outlined.3") == "work(int)");
  CHECK(user_function("solve") == "solve");
  CHECK(user_function(".omp_outlined.") == ".omp_outlined.");
}
