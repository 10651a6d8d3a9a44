// Accesses of the loop profile wait in a queue until the next event that they depend on: a loop or an iteration begins
// or ends, memory is freed, or whatever else enters the runtime (Busy). An irregular access misses the cache twice, in
// the shadow and then among the states; those of an iteration, or of a loop that only reads, are fetched together.
// Those of a deferred loop (deferred_loop.h) wait until it ends, with an entry where each iteration begins.
#pragma once
#include "runtime/shadow.h"

namespace unply::runtime {

struct QueuedAccess {
  uint64_t address_kind; // the kind in the upper 16 bits: 2 * log2(bytes) + write
  UnplySite* site;       // null: here an iteration of the deferred loop begins
};
inline constexpr uint32_t kMostQueued = 32, kMostDeferred = 1 << 18, kKindShift = 48;
inline constexpr uint64_t kAddressMask = (1ull << kKindShift) - 1;
extern QueuedAccess queued_accesses[kMostDeferred];
extern uint32_t queue_limit; // of the two

UNPLY_HOOK void drain_full_queue();                                  // deferred_loop.cpp
void access_all(const QueuedAccess* begin, const QueuedAccess* end); // in their order, at the time of now

template <uint32_t kBytes, bool kWrite>
inline constexpr uint64_t kKindOf = 2 * (uint64_t)__builtin_ctz(kBytes) + kWrite;

// Precondition: context.busy.
template <uint32_t kBytes, bool kWrite> UNPLY_INLINE void queue_access(uint64_t address, UnplySite* site) {
  const uint32_t at = context.queued;
  queued_accesses[at] = {address | kKindOf<kBytes, kWrite> << kKindShift, site};
  __builtin_prefetch(word_shadow(address), 1);
  context.queued = at + 1;
  if (UNPLY_UNLIKELY(at + 1 == queue_limit)) drain_full_queue();
}

} // namespace unply::runtime
