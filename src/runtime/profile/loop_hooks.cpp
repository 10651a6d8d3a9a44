// The hooks of the loop profile: see "The loop profile" in runtime_abi.h.
#include "runtime/loop.h"
#include "runtime/nest_order.h"
#include "runtime/profile/access_queue.h"
#include "runtime/profile/confined_writes.h"
#include "runtime/profile/deferred_loop.h"
#include "runtime/profile/function_stack.h"
#include "runtime/profile/loop_stack.h"
#include "runtime/profile/site_memory.h"
#include "runtime/profile/states.h"
#include "runtime/profile/whole_loops.h"
#include "runtime/transition.h"

namespace unply::runtime {

namespace {

// A read of what this loop does not write: no access in the queue is a store to it. False: not of whole words.
template <uint32_t kBytes> UNPLY_INLINE bool load_in(const ConfinedLoop& loop, uint64_t address, UnplySite* site) {
  if (kBytes != 4 && kBytes != 8) return false;
  uint32_t* words = word_shadow(address);
  const uint32_t before = *words;
  if ((address & (kBytes - 1)) || before & kOwned || (kBytes == 8 && words[1] != before)) return false;
  if (UNPLY_UNLIKELY(next_history >= collect_at)) return false;
  context.hooks++;
  const uint32_t after = state_after_load_in(&loop, before, site);
  words[0] = after;
  if (kBytes == 8) words[1] = after;
  return true;
}

// These are out of line, so that the hooks of other accesses save three registers instead of nine.
UNPLY_HOOK __attribute__((noinline)) void count_signal() { count_event(kCountSignalsInside); }

template <uint32_t kBytes> UNPLY_HOOK __attribute__((noinline)) void load_confined(uint64_t address, UnplySite* site) {
  const Held held;
  const ConfinedLoop* confined = confined_at(address);
  if (!confined || !load_in<kBytes>(*confined, address, site)) queue_access<kBytes, false>(address, site);
}

template <uint32_t kBytes>
UNPLY_HOOK __attribute__((noinline)) void load_beside_writes(uint64_t address, UnplySite* site) {
  if constexpr (kBytes == 4 || kBytes == 8)
    if (is_read_already<kBytes>(address, site)) {
      context.hooks++;
      return;
    }
  load_confined<kBytes>(address, site);
}

// The program is about to need the word itself as well, and misses it while the hook misses its shadow.
template <uint32_t kBytes, bool kWrite> UNPLY_INLINE void profiled_access(const void* p, UnplySite* site) {
  if (!context.load_floor) return;
  if (UNPLY_UNLIKELY(context.busy)) return count_signal();
  if (!kWrite && confined_count && !queues_loads) {
    __builtin_prefetch(p);
    return load_beside_writes<kBytes>((uint64_t)p, site);
  }
  const Held held;
  queue_access<kBytes, kWrite>((uint64_t)p, site);
}

// Where no formula applies, iteration by iteration.
void go_through(UnplyLoop* loop, uint64_t trip, const UnplyStream* streams, uint32_t count) {
  begin_loop(loop, 0);
  for (uint64_t i = 0; i < trip; i++) {
    next_iteration(loop);
    for (uint32_t k = 0; k < count; k++) {
      const UnplyStream& s = streams[k];
      touch((uint64_t)s.base + i * (uint64_t)s.stride, s.bytes, s.site, s.write);
    }
  }
  end_loop(loop, false);
}

void profile_loop(UnplyLoop* loop, uint64_t trip, const UnplyStream* streams, uint32_t count) {
  if (!note_streams(*loop, trip, streams, count)) return go_through(loop, trip, streams, count);
  count_whole_nest(&loop, &trip, 1);
  known_moment = ++loop_now; // for the loops around it all of this one is one moment
  touch_loop(trip, streams, count);
  known_moment = 0;
  loop_now++;
}

struct ProfiledNest {
  const uint64_t* trips;
  UnplyLoop* const* loops;
  void begin(uint32_t level) const { begin_loop(loops[level], 0); }
  void next(uint32_t level) const { next_iteration(loops[level]); }
  void end(uint32_t level) const { end_loop(loops[level], false); }
  void innermost(const UnplyStream* streams, uint32_t count) const { profile_loop(loops[0], trips[0], streams, count); }
};

UNPLY_INLINE bool profiles() { return context.load_floor && mode == Mode::loops && !context.busy; }

} // namespace
} // namespace unply::runtime

using namespace unply::runtime;

#define UNPLY_DEFINE_PROFILED(n)                                                                                       \
  UNPLY_HOOK void __unply_loop_load##n(const void* p, UnplySite* site) { profiled_access<n, false>(p, site); }         \
  UNPLY_HOOK void __unply_loop_store##n(void* p, UnplySite* site) { profiled_access<n, true>(p, site); }

#pragma GCC visibility push(default)
extern "C" {
UNPLY_DEFINE_PROFILED(1)
UNPLY_DEFINE_PROFILED(2)
UNPLY_DEFINE_PROFILED(4)
UNPLY_DEFINE_PROFILED(8)
UNPLY_DEFINE_PROFILED(16)

UNPLY_HOOK void __unply_loop_begin(UnplyLoop* loop, void* frame) {
  if (!profiles()) return;
  Busy busy;
  begin_loop(loop, (uint64_t)frame);
  defer_loop(loop);
}
UNPLY_HOOK void __unply_loop_writes(UnplyLoop* loop, const void* const* bounds, uint32_t count) {
  if (!profiles() || !loop_depth || active_loops[loop_depth - 1].loop != loop) return;
  Busy busy;
  confine_writes(loop_now, loop_depth, bounds, count);
}
UNPLY_HOOK void __unply_loop_next(UnplyLoop* loop) {
  if (!profiles()) return;
  if (loop == deferred_loop) {
    const Held held;
    return defer_iteration();
  }
  Busy busy;
  next_iteration(loop);
}
UNPLY_HOOK void __unply_loop_end(UnplyLoop* loop, uint32_t thrown) {
  if (!profiles()) return;
  if (loop == deferred_loop && !thrown) {
    const Held held;
    end_deferred_loop();
  }
  Busy busy;
  end_loop(loop, thrown);
}

UNPLY_HOOK void __unply_parts_begin(UnplyLoop* function, void* frame) {
  if (!profiles()) return;
  Busy busy;
  begin_function(function, (uint64_t)frame);
}
UNPLY_HOOK void __unply_parts_size(UnplyLoop* function, void* frame, uint32_t number, int64_t value) {
  if (!profiles()) return;
  Busy busy;
  add_size(function, (uint64_t)frame, number, value);
}
UNPLY_HOOK void __unply_parts_next(UnplyLoop* function, void* frame, uint32_t part) {
  if (!profiles()) return;
  Busy busy;
  next_part(function, (uint64_t)frame, part);
}
UNPLY_HOOK void __unply_parts_end(UnplyLoop* function, void* frame) {
  if (!profiles()) return;
  Busy busy;
  end_function(function, (uint64_t)frame);
}

void __unply_loop_whole(uint64_t trip, const UnplyStream* streams, uint32_t count, UnplyLoop* loop) {
  if (!profiles() || !trip) return;
  Busy busy;
  context.hooks += count;
  profile_loop(loop, trip, streams, count);
}

void __unply_loop_read(uint64_t trip, const UnplyStream* streams, uint32_t count, UnplyLoop* loop) {
  if (!profiles() || !trip) return;
  const Held held;
  for (uint32_t k = 0; k < count; k++)
    if (!confined_at(extent_of(streams[k], trip))) { // there may be stores in the queue
      drain_queue();
      break;
    }
  context.hooks += count;
  count_whole_nest(&loop, &trip, 1);
  for (uint32_t k = 0; k < count; k++) touch_stream(streams[k], 0, streams[k].stride ? trip : 1);
}

void __unply_loop_nest(const uint64_t* trips, uint32_t depth, const UnplyNestStream* rows, uint32_t count,
                       UnplyLoop* const* loops) {
  if (!profiles() || !trips[depth - 1]) return;
  Busy busy;
  context.hooks += count;
  if (note_nest(loops, trips, depth, rows, count)) {
    count_whole_nest(loops, trips, depth);
    known_moment = ++loop_now;
    touch_nest(trips, depth, rows, count);
    known_moment = 0;
    loop_now++;
    return;
  }
  const uint64_t offsets[kUnplyNestRows] = {};
  go_through_nest(depth - 1, trips, rows, count, offsets, ProfiledNest{trips, loops});
}
}
#pragma GCC visibility pop
