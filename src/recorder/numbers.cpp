// Numbers of regions, threads and tasks, each unique in the process.
#include "recorder/recorder.h"

namespace unply::recorder {

namespace {

constexpr uint32_t kTaskBlock = 256; // numbers that a thread takes at once

uint64_t regions;
uint32_t tasks, threads;

} // namespace

uint64_t new_region() { return __atomic_add_fetch(&regions, 1, __ATOMIC_RELAXED); }
uint32_t new_thread() { return __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED); }
uint64_t new_task() {
  ThreadLog& log = thread_log;
  if (UNPLY_UNLIKELY(log.next_task == log.last_task)) {
    log.next_task = __atomic_fetch_add(&tasks, kTaskBlock, __ATOMIC_RELAXED);
    log.last_task = log.next_task + kTaskBlock;
  }
  return ++log.next_task;
}

} // namespace unply::recorder
