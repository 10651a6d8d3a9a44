// State of the OMPT tool for each thread between callbacks: places that libomp reports only once, and the innermost
// worksharing loop.
#pragma once
#include "recorder/recorder.h"

namespace unply::recorder {

struct OpenLoop {
  const void* code;
  uint64_t iterations;
  uint64_t first, length; // the chunk that was dispatched first
  uint32_t chunks;
  bool whole;     // a team of one thread: libomp does not cut its loops, all is one chunk
  bool is_static; // by number of thread: libomp names only each thread's first chunk
};

struct OmptThread {
  static constexpr uint32_t kMostLoops = 8; // in one another: by nested parallel regions only
  OpenLoop loops[kMostLoops];
  uint32_t depth; // may exceed kMostLoops: those outside are remembered
  uint32_t team_size;
  const void* region_code;    // of the parallel region that the thread is in
  const void* taskgroup_code; // of the innermost one begun last
  const void* lock_code;      // where the lock taken last was taken
  uint64_t lock_begun;        // ticks when the thread asked for a lock
};
extern constinit thread_local OmptThread ompt_thread __attribute__((tls_model("initial-exec")));

// ompt_loops.cpp
void begin_work(int type, uint64_t count, const void* code);
void end_work(int type, uint64_t count, const void* code);
void dispatch_chunk(uint64_t first, uint64_t iterations);
void dispatch_section(uint64_t number);

} // namespace unply::recorder
