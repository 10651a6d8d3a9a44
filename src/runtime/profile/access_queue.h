// Accesses of the loop profile wait in a queue until the next event that they depend on: a loop or an iteration begins
// or ends, memory is freed, or whatever else enters the runtime (Busy). An irregular access misses the cache twice, in
// the shadow and then among the states; those of an iteration, or of a loop that only reads, are fetched together.
// Those of a deferred loop (deferred_loop.h) wait until it ends, with an entry where each iteration begins.
#pragma once
#include "runtime/shadow.h"

namespace unply::runtime {

inline constexpr uint32_t kKindShift = 48;
inline constexpr uint64_t kAddressMask = (1ull << kKindShift) - 1;

UNPLY_HOOK void drain_full_queue();                                  // deferred_loop.cpp
void access_all(const QueuedAccess* begin, const QueuedAccess* end); // in their order, at the time of now

template <uint32_t kBytes, bool kWrite>
inline constexpr uint64_t kKindOf = 2 * (uint64_t)__builtin_ctz(kBytes) + kWrite;

// Precondition: context.busy.
template <uint32_t kBytes, bool kWrite> UNPLY_INLINE void queue_access(uint64_t address, UnplySite* site) {
  __builtin_prefetch((const void*)(address ^ kWordXor), 1);
  QueuedAccess* end = context.queue_end;
  *end = {address | kKindOf<kBytes, kWrite> << kKindShift, site};
  context.queue_end = end + 1;
  if (UNPLY_UNLIKELY(end + 1 == context.queue_limit)) drain_full_queue();
}

} // namespace unply::runtime
