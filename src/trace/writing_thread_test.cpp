#include "trace/writing_thread.h"
#include <atomic>
#include <doctest/doctest.h>
#include <vector>

namespace unply {

TEST_CASE("jobs are done in order, and all of them when it is drained") {
  for (bool thread : {false, true}) {
    WritingThread writing(thread);
    std::vector<int> done; // without a lock: drain() is what makes it safe to look
    for (int round = 0; round < 50; ++round) {
      for (int i = 0; i < 40; ++i)
        REQUIRE(writing.give([&done, i, round] {
          done.push_back(round * 40 + i);
          return Result<void>{};
        }));
      REQUIRE(writing.drain());
      REQUIRE(done.size() == size_t(round + 1) * 40);
    }
    for (size_t i = 0; i < done.size(); ++i) REQUIRE(done[i] == int(i));
  }
}

TEST_CASE("at most a few jobs wait") {
  std::atomic<bool> go = false;
  std::atomic<size_t> given = 0;
  WritingThread writing(true);
  std::thread giver([&] {
    for (size_t i = 0; i < 3 * WritingThread::kMostWaiting; ++i) {
      (void)writing.give([&] {
        while (!go) std::this_thread::yield();
        return Result<void>{};
      });
      ++given;
    }
  });
  while (given < WritingThread::kMostWaiting) std::this_thread::yield();
  for (int i = 0; i < 1000; ++i) std::this_thread::yield();
  CHECK(given <= WritingThread::kMostWaiting + 1); // one more is being done
  go = true;
  giver.join();
  CHECK(writing.drain());
}

TEST_CASE("nothing is done after a failure until it is forgotten") {
  for (bool thread : {false, true}) {
    WritingThread writing(thread);
    int done = 0;
    auto job = [&] { return ++done, Result<void>{}; };
    REQUIRE(writing.give(job));
    (void)writing.give([] { return Result<void>(fail("disk: full")); });
    (void)writing.give(job);
    auto drained = writing.drain();
    REQUIRE_FALSE(drained);
    CHECK(drained.error().what == "disk: full");
    CHECK_FALSE(writing.give(job));
    REQUIRE_FALSE(writing.drain());
    CHECK(done == 1);
    writing.forget();
    REQUIRE(writing.give(job));
    REQUIRE(writing.drain());
    CHECK(done == 2);
  }
}

TEST_CASE("a job without memory fails in words, each time") {
  WritingThread writing(true);
  for (int time = 0; time < 3; ++time) {
    (void)writing.give([]() -> Result<void> { throw std::bad_alloc(); });
    auto drained = writing.drain();
    REQUIRE_FALSE(drained);
    CHECK(drained.error().what == "memory: not enough to go on recording");
    CHECK(drained.error().hint == "ulimit -v shows the limit of this shell");
    writing.forget();
  }
}

} // namespace unply
