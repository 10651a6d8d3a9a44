// OpenMP loops: the tasks of one level and one region are the iterations of a worksharing loop, by number, with a
// barrier behind it; loops follow each other by level, in a level by their first task. So each schedule is valid,
// however the tasks of a loop depend on those of earlier ones.
//
// Overheads: fork_ns before the first loop and barrier_ns behind each, both on more than one processor only; task_ns
// for each chunk that a processor fetches (none for static, whose chunks are known beforehand); lock_ns for each
// iteration that holds a lock, for which its processor waits, first come first served.
#pragma once
#include "sim/schedulers/scheduler.h"

namespace unply {

struct LoopShape {
  uint64_t iterations;
  uint32_t processors;
  uint32_t chunk; // 0: the runtime's default
};

// Iterations [begin, end) of a loop; empty: no more.
struct Chunk {
  uint64_t begin = 0, end = 0;
  bool operator==(const Chunk&) const = default;
};

// static: the k-th chunk of a processor. Without chunk one block each, the first (iterations mod P) processors one
// iteration more; with chunk in turn.
Chunk static_chunk(const LoopShape& loop, uint32_t processor, uint64_t k);

// dynamic and guided: how many of the remaining iterations the next chunk takes. At most all of them.
using ChunkSize = uint64_t (*)(const LoopShape& loop, uint64_t remaining);
uint64_t dynamic_chunk(const LoopShape& loop, uint64_t remaining);     // chunk, by default 1
uint64_t guided_chunk(const LoopShape& loop, uint64_t remaining);      // libomp: remaining / (2 P), rounded down
uint64_t guided_gomp_chunk(const LoopShape& loop, uint64_t remaining); // libgomp: remaining / P, rounded up

// next: null for static, and for loops that steal.
Result<Schedule> schedule_loops(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options,
                                ChunkSize next);

// nonmonotonic dynamic, as libomp runs it (kmp_sch_static_steal): the chunks are dealt out in blocks as static does, a
// processor takes those of its own block in turn, and then the last quarter of what another one has left, at least one
// chunk; it goes round the others from the one that it robbed last, at first its neighbour. With fewer chunks than
// processors they come from one queue.
Result<Schedule> schedule_stealing_loops(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);

} // namespace unply
