// The recorder's core with a hook of its own: whatever a hook emits, all records arrive, each in a chunk of its thread.
// Built with src/recorder's core and run without the preloaded recorder. `hooks SLOTS K...`: for each K, a thread whose
// hook emits K records at the end of each of its chunks, and at its end. With SLOTS > 0 as many other threads hold a
// chunk each meanwhile, so that those of the thread all lie in the last slot.
// Prints THREAD EVENTS for each thread.
#include "recorder/recorder.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

using namespace unply::recorder;

namespace {

constexpr int kOwnEvents = 5000, kMostCalls = 7;
thread_local uint64_t records_of_hook, emitted;
thread_local int calls;
sem_t holds, may_end;

void emit_one() { emit(kEventUserPoint, nullptr, 0, ++emitted); }

void emit_many() {
  if (calls == kMostCalls) return; // those of which hooks emit a whole chunk would go on for ever
  ++calls;
  for (uint64_t i = 0; i < records_of_hook; ++i) emit_one();
}

void say_count() { printf("%u %llu\n", thread_log.number, (unsigned long long)emitted); }

void* work(void* records) {
  records_of_hook = (uint64_t)records;
  for (int i = 0; i < kOwnEvents; ++i) emit_one();
  calls = 0;
  end_thread();
  say_count();
  return nullptr;
}

void* hold(void*) {
  emit_one();
  sem_post(&holds);
  sem_wait(&may_end);
  emit_one();
  end_thread();
  say_count();
  return nullptr;
}

} // namespace

int main(int count, char** words) {
  if (!start()) return 3;
  add_chunk_hook(emit_many);
  add_thread_hooks([] {}, emit_many);
  int slots = atoi(words[1]);
  pthread_t holders[4096], worker;
  for (int i = 0; i < slots; ++i) {
    pthread_create(&holders[i], nullptr, hold, nullptr);
    sem_wait(&holds);
  }
  for (int i = 2; i < count; ++i) {
    pthread_create(&worker, nullptr, work, (void*)strtoull(words[i], nullptr, 10));
    pthread_join(worker, nullptr);
  }
  for (int i = 0; i < slots; ++i) sem_post(&may_end);
  for (int i = 0; i < slots; ++i) pthread_join(holders[i], nullptr);
  return 0;
}
