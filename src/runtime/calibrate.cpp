// What the hooks cost on this machine, measured when the recording starts, so that readers can subtract it: a few
// hundred microseconds once. The records made meanwhile are not published.
#include "runtime/edges.h"
#include "runtime/history.h"
#include "runtime/off_cpu.h"
#include "runtime/shadow.h"
#include "runtime/transition.h"
#include <time.h>
#include <x86intrin.h>

namespace unply::runtime {

namespace {

constexpr int kWords = 2048;
alignas(64) uint32_t words[kWords];
UnplySite load_site;

uint64_t now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// Time of one pass of `step` over all words, the least of a few, in picoseconds a word.
template <class Prepare, class Step> uint32_t least_ps(Prepare prepare, Step step) {
  uint64_t least = ~0ull;
  for (int round = 0; round < 8; round++) {
    prepare();
    uint64_t begin = now_ns();
    for (int i = 0; i < kWords; i++) step(i);
    uint64_t ns = now_ns() - begin;
    if (ns < least) least = ns;
  }
  return (uint32_t)(least * 1000 / kWords);
}

void next_run() {
  begin_edges();
  context.load_floor = context.store_floor = history_floor();
}

double ps_of_a_tick() {
  uint64_t tsc = __rdtsc(), ns = now_ns();
  while (now_ns() - ns < 20000) {
  }
  return (double)(now_ns() - ns) * 1000 / (double)(__rdtsc() - tsc);
}

} // namespace

// Single tasks are measured as they are: nothing but two time stamps and a record. A pass of 256 is 10 us, so that one
// of 32 meets neither an interrupt nor a cold cache.
void calibrate_times() {
  mode = Mode::times;
  double ps_per_tick = ps_of_a_tick();
  ticks_per_us = 1e6 / ps_per_tick;
  static EmptyTask least;
  least = {1e9, 1e9};
  for (int round = 0; round < 32; round++)
    rehearse([] {
      EmptyTask one = time_empty_tasks(256);
      if (one.ticks < least.ticks) least = one;
    });
  ring_header()->task_inside_ps = (uint32_t)(least.inside_ticks * ps_per_tick);
  ring_header()->task_ps = (uint32_t)(least.ticks * ps_per_tick);
  mode = Mode::off;
}

void calibrate() {
  RingHeader* header = ring_header();
  uint32_t first_history = next_history;
  mode = Mode::online;
  vertex = {1, 1, false, false};
  next_run();
  header->hook_ps = least_ps([] {}, [](int i) { __unply_load4(&words[i], &load_site); });
  // Every word with a history of its own, as irregular code makes them.
  header->transition_ps = least_ps(
      [] {
        next_run();
        for (int i = 0; i < kWords; i++) *word_shadow((uint64_t)&words[i]) = new_history(0, 0, 0, true);
        vertex = {2, 2, false, false};
        next_run();
      },
      [](int i) { __unply_load4(&words[i], &load_site); });
  uint64_t least = ~0ull;
  for (int i = 0; i < 64; i++) { // what lies between the two time stamps of an empty task
    uint64_t begin = __rdtsc(), end = __rdtsc();
    if (end - begin < least) least = end - begin;
  }
  double ps_per_tick = ps_of_a_tick();
  ticks_per_us = 1e6 / ps_per_tick;
  header->task_inside_ps = (uint32_t)((double)least * ps_per_tick);
  header->task_ps = 2 * header->task_inside_ps + header->transition_ps;
  forget((uint64_t)words, sizeof words);
  begin_edges();
  load_site = {};
  forget_known_transitions();
  next_history = first_history;
  vertex = {};
  context.hooks = context.transitions = 0;
  mode = Mode::off;
}

} // namespace unply::runtime
