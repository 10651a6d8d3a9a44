#include "sim/schedulers/worksharing_loop.h"
#include "sim/schedulers/request.h"
#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace unply {

Chunk static_chunk(const LoopShape& loop, uint32_t processor, uint64_t k) {
  uint64_t begin, length;
  if (loop.chunk == 0) {
    uint64_t share = loop.iterations / loop.processors, more = loop.iterations % loop.processors;
    begin = processor * share + std::min<uint64_t>(processor, more);
    length = k > 0 ? 0 : share + (processor < more ? 1 : 0);
  } else {
    begin = (k * loop.processors + processor) * loop.chunk;
    length = loop.chunk;
  }
  begin = std::min(begin, loop.iterations);
  return {begin, std::min(begin + length, loop.iterations)};
}

uint64_t dynamic_chunk(const LoopShape& loop, uint64_t remaining) {
  return std::min<uint64_t>(remaining, std::max(1u, loop.chunk));
}

uint64_t guided_chunk(const LoopShape& loop, uint64_t remaining) {
  uint64_t share = remaining / (2 * uint64_t{loop.processors});
  return std::min(remaining, std::max<uint64_t>(share, std::max(1u, loop.chunk)));
}

uint64_t guided_gomp_chunk(const LoopShape& loop, uint64_t remaining) {
  uint64_t share = (remaining + loop.processors - 1) / loop.processors;
  return std::min(remaining, std::max<uint64_t>(share, std::max(1u, loop.chunk)));
}

namespace {
class Loops {
public:
  Loops(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options, ChunkSize next, bool steals)
      : jobs_(jobs), processors_(processors), options_(options), next_(next), steals_(steals),
        schedule_(empty_schedule(jobs, processors)) {}

  Schedule run() {
    std::vector<uint32_t> level = levels_of(jobs_.dag), loop_of = loops(level), order(jobs_.tasks());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](uint32_t v) { return std::tuple(level[v], loop_of[v], v); });
    uint64_t time = processors_ > 1 ? options_.machine.fork_ns : 0;
    for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      while (end < order.size() && loop_of[order[end]] == loop_of[order[begin]]) ++end;
      time = run_loop(std::span(order).subspan(begin, end - begin), time);
      if (processors_ > 1) time += options_.machine.barrier_ns;
    }
    end_schedule(jobs_, schedule_);
    if (!jobs_.first_solution) schedule_.makespan = time;
    return std::move(schedule_);
  }

private:
  struct Thread {
    uint64_t time;
    uint32_t number;
    Chunk chunk;          // the rest of it
    uint64_t fetched = 0; // chunks
    auto operator<=>(const Thread& other) const {
      return std::tie(time, number) <=> std::tie(other.time, other.number);
    }
  };

  struct Block {
    uint64_t begin, end; // chunks that nobody has taken yet
    uint32_t victim;     // where its processor steals first
  };

  // Of each task the first task of its loop.
  std::vector<uint32_t> loops(const std::vector<uint32_t>& level) const {
    std::vector<uint32_t> first(level.size());
    std::unordered_map<uint64_t, uint32_t> found; // looked up only
    for (uint32_t v = 0; v < level.size(); ++v)
      first[v] = found.try_emplace(uint64_t{level[v]} << 32 | jobs_.region[v], v).first->second;
    return first;
  }

  // Returns when the last thread arrives at the barrier.
  uint64_t run_loop(std::span<const uint32_t> tasks, uint64_t begin) {
    LoopShape loop{tasks.size(), processors_, options_.chunk};
    uint64_t given = 0, end = begin;
    deal_out(loop);
    threads_.clear();
    for (uint32_t t = 0; t < std::min<uint64_t>(tasks.size(), processors_); ++t)
      threads_.push_back({.time = begin, .number = t, .chunk = {}});
    while (!threads_.empty()) { // the thread that comes first, of several the lowest
      std::ranges::pop_heap(threads_, std::greater{});
      Thread& thread = threads_.back();
      if (thread.chunk.begin == thread.chunk.end && !fetch(loop, thread, given)) {
        end = std::max(end, thread.time);
        threads_.pop_back();
        continue;
      }
      run_iterations(tasks, thread);
      std::ranges::push_heap(threads_, std::greater{});
    }
    return end;
  }

  void deal_out(const LoopShape& loop) {
    blocks_.clear();
    uint64_t size = std::max(1u, loop.chunk), chunks = (loop.iterations + size - 1) / size;
    if (!steals_ || loop.processors == 1 || chunks < loop.processors) return;
    for (uint32_t t = 0; t < loop.processors; ++t) {
      Chunk block = static_chunk({chunks, loop.processors, 0}, t, 0);
      blocks_.push_back({block.begin, block.end, (t + 1) % loop.processors});
    }
  }

  bool fetch_or_steal(const LoopShape& loop, Thread& thread) {
    Block& own = blocks_[thread.number];
    for (uint32_t tried = 0; own.begin == own.end && tried < loop.processors; ++tried) {
      Block& other = blocks_[own.victim];
      uint64_t left = other.end - other.begin, taken = left > 3 ? left / 4 : std::min<uint64_t>(left, 1);
      if (taken == 0) {
        own.victim = (own.victim + 1) % loop.processors;
        continue;
      }
      own.end = other.end;
      own.begin = other.end -= taken;
    }
    if (own.begin == own.end) return false;
    uint64_t size = std::max(1u, loop.chunk), first = own.begin++ * size;
    thread.chunk = {first, std::min(first + size, loop.iterations)};
    thread.time += options_.machine.task_ns;
    return true;
  }

  bool fetch(const LoopShape& loop, Thread& thread, uint64_t& given) {
    if (!blocks_.empty()) return fetch_or_steal(loop, thread);
    if (next_ == nullptr) {
      thread.chunk = static_chunk(loop, thread.number, thread.fetched++);
      return thread.chunk.begin < thread.chunk.end;
    }
    if (given == loop.iterations) return false;
    uint64_t size = next_(loop, loop.iterations - given);
    thread.chunk = {given, given + size};
    given += size;
    thread.time += options_.machine.task_ns;
    return true;
  }

  // Up to the next lock, for which threads queue by time, or the end of the chunk.
  void run_iterations(std::span<const uint32_t> tasks, Thread& thread) {
    bool first = true;
    while (thread.chunk.begin < thread.chunk.end) {
      uint32_t v = tasks[thread.chunk.begin], lock = jobs_.lock.empty() ? kNoLock : jobs_.lock[v];
      if (lock != kNoLock) {
        if (!first) return;
        uint64_t& free = lock_free_[lock];
        thread.time = std::max(thread.time, free) + options_.machine.lock_ns;
        free = thread.time + jobs_.length[v];
      }
      schedule_.start[v] = thread.time;
      schedule_.processor[v] = thread.number;
      thread.time += jobs_.length[v];
      ++thread.chunk.begin;
      first = false;
    }
  }

  const JobGraph& jobs_;
  uint32_t processors_;
  const SchedulerOptions& options_;
  ChunkSize next_;
  bool steals_;
  Schedule schedule_;
  std::vector<Block> blocks_;                        // of each processor; empty where none are dealt out
  std::vector<Thread> threads_;                      // a heap
  std::unordered_map<uint32_t, uint64_t> lock_free_; // looked up only
};
} // namespace

Result<Schedule> schedule_loops(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options,
                                ChunkSize next) {
  TRY(check_request(jobs, processors, options.machine));
  return Loops(jobs, processors, options, next, false).run();
}

Result<Schedule> schedule_stealing_loops(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  TRY(check_request(jobs, processors, options.machine));
  return Loops(jobs, processors, options, dynamic_chunk, true).run();
}

} // namespace unply
