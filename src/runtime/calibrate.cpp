// Measures the cost of the hooks on this machine when the recording starts, so that readers can subtract it. This takes
// a few hundred microseconds once. The records made during calibration are not published.
#include "runtime/history.h"
#include "runtime/nodes.h"
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

// Time of one pass of `step` over all words, the minimum of a few, in picoseconds a word.
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
  begin_nodes();
  context.load_floor = context.store_floor = context.known_floor = history_floor();
  context.simple = 1;
}

double ps_of_a_tick() {
  uint64_t tsc = __rdtsc(), ns = now_ns();
  while (now_ns() - ns < 20000) {
  }
  return (double)(now_ns() - ns) * 1000 / (double)(__rdtsc() - tsc);
}

} // namespace

namespace {

// Intervals of empty tasks, in ticks. Their mean without the outermost 5 % is subtracted from each task: the minimum
// would leave a part of the cost in most tasks, a median would keep the steps of the counter (24 ticks on an AMD EPYC),
// and interrupts are in the 5 %. So a chain of dependent multiplications came out straight to 1 ns over 19 lengths.
constexpr uint32_t kRounds = 33, kEmptyTasks = 128, kMostTicks = 4096;
uint32_t intervals[kMostTicks], inside[kEmptyTasks];
double whole[kRounds], parents[kRounds];
uint32_t round_number;

void one_round() {
  EmptyTasks one = time_empty_tasks(kEmptyTasks, inside);
  whole[round_number] = one.whole_ticks;
  parents[round_number++] = one.parent_ticks;
  if (round_number == 1) return; // code and tables are cold
  for (uint32_t ticks : inside) intervals[ticks < kMostTicks ? ticks : kMostTicks - 1]++;
}

double median(double* values, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t k = i; k && values[k] < values[k - 1]; k--) {
      double larger = values[k - 1];
      values[k - 1] = values[k];
      values[k] = larger;
    }
  return values[count / 2];
}

// A quantile of the intervals, in ticks, and the mean of the intervals between two quantiles.
double quantile(double share) {
  uint32_t all = (kRounds - 1) * kEmptyTasks, ticks = 0, below = 0;
  while (ticks + 1 < kMostTicks && below + intervals[ticks] <= share * all) below += intervals[ticks++];
  return ticks;
}
double mean_without_ends() {
  uint32_t all = (kRounds - 1) * kEmptyTasks, from = all / 20, until = all - from, at = 0;
  double sum = 0;
  for (uint32_t ticks = 0; ticks < kMostTicks; ticks++) {
    uint32_t first = at > from ? at : from, last = at + intervals[ticks] < until ? at + intervals[ticks] : until;
    if (first < last) sum += (double)ticks * (last - first);
    at += intervals[ticks];
  }
  return sum / (until - from);
}

} // namespace

// The cost of one task without hooks: two time stamps and a record. 33 passes of 128 take 0.5 ms.
void calibrate_times() {
  RingHeader* header = ring_header();
  mode = header->mode == kRingUnstamped ? Mode::unstamped : Mode::times;
  double ps_per_tick = ps_of_a_tick();
  ticks_per_us = 1e6 / ps_per_tick;
  round_number = 0;
  for (uint32_t& count : intervals) count = 0;
  for (uint32_t round = 0; round < kRounds; round++) rehearse(one_round);
  auto ps = [&](double ticks) { return (uint32_t)(ticks * ps_per_tick + 0.5); };
  header->task_ps = ps(median(whole, kRounds));
  if (mode == Mode::times) {
    header->task_inside_ps = ps(mean_without_ends());
    header->task_parent_ps = ps(median(parents, kRounds));
    header->resolution_ps = ps(quantile(0.9) - quantile(0.1));
  }
  mode = Mode::off;
}

void calibrate() {
  RingHeader* header = ring_header();
  uint32_t first_history = next_history, collect_later = collect_at;
  collect_at = kMaxHistories;
  mode = Mode::online;
  vertex = {.id = 1, .instance = 1, .may_extend = false, .had_nested = false, .region = 0};
  next_run();
  header->hook_ps = least_ps([] {}, [](int i) { __unply_load4(&words[i], &load_site); });
  // Gives every word a separate history, as irregular code does.
  header->transition_ps = least_ps(
      [] {
        next_run();
        for (int i = 0; i < kWords; i++) *word_shadow((uint64_t)&words[i]) = new_history(0, true);
        vertex = {.id = 2, .instance = 2, .may_extend = false, .had_nested = false, .region = 0};
        next_run();
      },
      [](int i) { __unply_load4(&words[i], &load_site); });
  uint64_t least = ~0ull;
  for (int i = 0; i < 64; i++) { // the time between the two stamps of an empty task
    uint64_t begin = __rdtsc(), end = __rdtsc();
    if (end - begin < least) least = end - begin;
  }
  double ps_per_tick = ps_of_a_tick();
  ticks_per_us = 1e6 / ps_per_tick;
  header->task_inside_ps = header->task_parent_ps = (uint32_t)((double)least * ps_per_tick);
  header->task_ps = 2 * header->task_inside_ps + header->transition_ps;
  forget((uint64_t)words, sizeof words);
  discard_nodes();
  load_site = {};
  forget_known_transitions();
  next_history = first_history;
  collect_at = collect_later;
  vertex = {};
  context.hooks = context.transitions = context.simple = 0;
  mode = Mode::off;
}

} // namespace unply::runtime
