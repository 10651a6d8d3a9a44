// Chunks as the runtimes were seen to cut them, and loops of several levels.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/worksharing_loop.h"
#include "sim/testing/small_job_graphs.h"

using namespace unply;

namespace {
std::vector<uint64_t> sizes(ChunkSize next, LoopShape loop, size_t most) {
  std::vector<uint64_t> sizes;
  for (uint64_t remaining = loop.iterations; remaining > 0 && sizes.size() < most; remaining -= sizes.back())
    sizes.push_back(next(loop, remaining));
  return sizes;
}
using Sizes = std::vector<uint64_t>;
} // namespace

TEST_CASE("loops: guided of libomp and libgomp") {
  CHECK(sizes(guided_chunk, {1000, 2, 0}, 10) == Sizes{250, 187, 140, 105, 79, 59, 45, 33, 25, 19});
  CHECK(sizes(guided_chunk, {1000, 4, 0}, 10) == Sizes{125, 109, 95, 83, 73, 64, 56, 49, 43, 37});
  CHECK(sizes(guided_gomp_chunk, {1000, 4, 0}, 5) == Sizes{250, 188, 141, 106, 79});
  CHECK(sizes(guided_chunk, {100, 2, 20}, 9) == Sizes{25, 20, 20, 20, 15});
  CHECK(sizes(guided_gomp_chunk, {100, 2, 20}, 9) == Sizes{50, 25, 20, 5});
  CHECK(sizes(dynamic_chunk, {10, 2, 4}, 9) == Sizes{4, 4, 2});
  CHECK(sizes(dynamic_chunk, {3, 2, 0}, 9) == Sizes{1, 1, 1});
}

TEST_CASE("loops: static blocks and chunks in turn") {
  LoopShape blocks{10, 4, 0};
  CHECK(static_chunk(blocks, 0, 0) == Chunk{0, 3});
  CHECK(static_chunk(blocks, 1, 0) == Chunk{3, 6});
  CHECK(static_chunk(blocks, 2, 0) == Chunk{6, 8});
  CHECK(static_chunk(blocks, 3, 0) == Chunk{8, 10});
  Chunk second = static_chunk(blocks, 0, 1);
  CHECK(second.begin == second.end);
  LoopShape turns{10, 2, 3};
  CHECK(static_chunk(turns, 0, 0) == Chunk{0, 3});
  CHECK(static_chunk(turns, 1, 0) == Chunk{3, 6});
  CHECK(static_chunk(turns, 0, 1) == Chunk{6, 9});
  CHECK(static_chunk(turns, 1, 1) == Chunk{9, 10});
}

TEST_CASE("loops: one loop of unequal iterations") {
  JobGraph loop = job_graph_with({1, 1, 1, 1, 4, 4}, {});
  SchedulerOptions options;
  CHECK(schedule_static(loop, 2, options)->makespan == 9);       // 1+1+1, 1+4+4
  CHECK(schedule_dynamic_gomp(loop, 2, options)->makespan == 6); // 1+1+4 each
  options.chunk = 1;
  CHECK(schedule_static(loop, 2, options)->processor == std::vector<uint32_t>{0, 1, 0, 1, 0, 1});
  options.chunk = 2;
  CHECK(schedule_dynamic_gomp(loop, 2, options)->processor == std::vector<uint32_t>{0, 0, 1, 1, 0, 0});
  // libomp: 1 (of 6 / 4), 1, 1, ...; libgomp: 3, 2, 1
  options.chunk = 0;
  CHECK(schedule_guided(loop, 2, options)->processor == std::vector<uint32_t>{0, 1, 0, 1, 0, 1});
  CHECK(schedule_guided_gomp(loop, 2, options)->processor == std::vector<uint32_t>{0, 0, 0, 1, 1, 0});
}

TEST_CASE("loops: a barrier behind each level and region") {
  // Level 0 is a loop of region 0 and one of region 1, level 1 a loop of region 0 that depends on one task only.
  JobGraph jobs = job_graph_with({1, 5, 2, 2, 1}, {{0, 4}});
  jobs.region = {0, 0, 1, 1, 0};
  jobs.region_names = {"a", "b"};
  auto schedule = schedule_dynamic_gomp(jobs, 2, {});
  REQUIRE(check_schedule(jobs, *schedule));
  CHECK(schedule->start == std::vector<uint64_t>{0, 0, 5, 5, 7});
  CHECK(schedule->makespan == 8);
}

TEST_CASE("loops: overheads of a machine") {
  JobGraph jobs = job_graph_with({10, 10, 10, 10, 7}, {{0, 4}, {1, 4}, {2, 4}, {3, 4}});
  SchedulerOptions options;
  options.machine = {.name = "m", .task_ns = 3, .barrier_ns = 100, .fork_ns = 1000};
  auto dynamic = schedule_dynamic_gomp(jobs, 2, options);
  CHECK(dynamic->start == std::vector<uint64_t>{1003, 1003, 1016, 1016, 1129});
  CHECK(dynamic->makespan == 1129 + 7 + 100);
  auto fixed = schedule_static(jobs, 2, options);
  CHECK(fixed->start == std::vector<uint64_t>{1000, 1010, 1000, 1010, 1120});
  CHECK(fixed->makespan == 1227);
  auto alone = schedule_dynamic_gomp(jobs, 1, options); // nobody to fork or to wait for
  CHECK(alone->makespan == 47 + 5 * 3);
}

TEST_CASE("loops: a processor waits for the lock of its iteration") {
  JobGraph jobs = job_graph_with({4, 4, 1, 4}, {});
  jobs.lock = {7, kNoLock, 7, 7};
  SchedulerOptions options;
  options.machine.lock_ns = 2;
  auto schedule = schedule_static(jobs, 2, options);
  REQUIRE(check_schedule(jobs, *schedule));
  // Processor 0: 0 holds the lock until 6, then 1. Processor 1: 2 waits for it, then 3.
  CHECK(schedule->start == std::vector<uint64_t>{2, 6, 8, 11});
  CHECK(schedule->processor == std::vector<uint32_t>{0, 0, 1, 1});
  // First come first served by time, not by number: processor 1 comes at 1, processor 0 at 4.
  JobGraph later = job_graph_with({4, 4, 1, 1}, {});
  later.lock = {kNoLock, 7, kNoLock, 7};
  CHECK(schedule_static(later, 2, {})->start == std::vector<uint64_t>{0, 4, 0, 1});
}

// 40 iterations of 10 ms, the 20th of 200 ms, on two threads: libomp takes 395 ms, and with monotonic:dynamic 300.
TEST_CASE("loops: dynamic of libomp steals the last quarter of a block") {
  std::vector<uint64_t> lengths(40, 10);
  lengths[19] = 200;
  JobGraph loop = job_graph_with(lengths, {});
  auto stolen = schedule_dynamic(loop, 2, {}), queue = schedule_dynamic_gomp(loop, 2, {});
  REQUIRE(check_schedule(loop, *stolen));
  CHECK(stolen->makespan == 390); // the block of thread 0 ends with the long one
  CHECK(queue->makespan == 300);
  lengths.assign(16, 10);
  for (uint32_t v = 0; v < 4; ++v) lengths[v] = 100;
  JobGraph front = job_graph_with(lengths, {});
  auto four = schedule_dynamic(front, 2, {});
  REQUIRE(check_schedule(front, *four));
  // Thread 1 has ended its eight after 80, when thread 0 is in its first: of the 7 left it takes the last, then of 6
  // again one, and so on up to the fourth; the second and third are begun at 100 and 200.
  CHECK(four->processor == std::vector<uint32_t>{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  SchedulerOptions chunks;
  chunks.chunk = 4; // four chunks in two blocks; of one that is left, one
  CHECK(schedule_dynamic(front, 2, chunks)->processor ==
        std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  JobGraph few = job_graph_with({5, 5, 5}, {}); // fewer chunks than threads come from one queue
  CHECK(schedule_dynamic(few, 4, {})->processor == std::vector<uint32_t>{0, 1, 2});
}
