// Accesses of the loop profile wait in a queue until the next event that they depend on: a loop or an iteration begins
// or ends, memory is freed, or whatever else enters the runtime (Busy). An irregular access misses the cache twice, in
// the shadow and then among the states; those of an iteration, or of a loop that only reads, are fetched together.
#pragma once
#include "runtime/shadow.h"

namespace unply::runtime {

struct QueuedAccess {
  uint64_t address_kind; // the kind in the upper 16 bits: 2 * log2(bytes) + write
  UnplySite* site;
};
inline constexpr uint32_t kMostQueued = 32, kKindShift = 48;
extern QueuedAccess queued_accesses[kMostQueued];

UNPLY_HOOK void drain_full_queue();

// Precondition: context.busy.
template <uint32_t kBytes, bool kWrite> UNPLY_INLINE void queue_access(uint64_t address, UnplySite* site) {
  constexpr uint64_t kKind = 2 * (uint64_t)__builtin_ctz(kBytes) + kWrite;
  const uint32_t at = context.queued;
  queued_accesses[at] = {address | kKind << kKindShift, site};
  __builtin_prefetch(word_shadow(address), 1);
  context.queued = at + 1;
  if (UNPLY_UNLIKELY(at + 1 == kMostQueued)) drain_full_queue();
}

} // namespace unply::runtime
