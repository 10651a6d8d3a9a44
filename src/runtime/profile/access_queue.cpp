// See access_queue.h.
#include "runtime/profile/access_queue.h"
#include "runtime/transition.h"

namespace unply::runtime {

QueuedAccess queued_accesses[kMostDeferred]; // context.queue_limit: behind kMostQueued or all of them

namespace {

template <uint32_t kBytes, bool kWrite> UNPLY_INLINE void access_now(uint64_t address, UnplySite* site) {
  if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
  const auto after = [&](uint32_t before) {
    return kWrite ? state_after_store(before, site) : state_after_load_in(confined_at(address), before, site);
  };
  const auto own_after = [&](uint32_t before) {
    return kWrite ? own_state_after_store(before, site) : own_state_after_load(confined_at(address), before, site);
  };
  if constexpr (kBytes == 16) {
    auto* pair = (uint64_t*)word_shadow(address);
    const uint64_t words = pair[0];
    const auto before = (uint32_t)words;
    if (!(address & 3) && words == ((uint64_t)before << 32 | before) && before != kSplit && pair[1] == words) {
      const uint32_t id = after(before);
      pair[0] = pair[1] = (uint64_t)id << 32 | id;
      return;
    }
  } else if constexpr (kBytes == 8) {
    auto* pair = (uint64_t*)word_shadow(address);
    const uint64_t words = *pair;
    const auto before = (uint32_t)words;
    if (UNPLY_LIKELY(!(address & 7) && words == ((uint64_t)before << 32 | before) && before != kSplit)) {
      const uint32_t id = own_after(before);
      if (id != before) *pair = (uint64_t)id << 32 | id;
      return;
    }
  } else if constexpr (kBytes == 4) {
    uint32_t* word = word_shadow(address);
    if (UNPLY_LIKELY(!(address & 3) && *word != kSplit)) {
      *word = !(*word & kOwned) || own_state(word, 1) ? own_after(*word) : after(*word);
      return;
    }
  }
  touch_bytes(address, kBytes, site, kWrite);
}

void access_now(uint32_t kind, uint64_t address, UnplySite* site) {
  switch (kind) {
  case 0:
    return access_now<1, false>(address, site);
  case 1:
    return access_now<1, true>(address, site);
  case 2:
    return access_now<2, false>(address, site);
  case 3:
    return access_now<2, true>(address, site);
  case 4:
    return access_now<4, false>(address, site);
  case 5:
    return access_now<4, true>(address, site);
  case 6:
    return access_now<8, false>(address, site);
  case 7:
    return access_now<8, true>(address, site);
  case 8:
    return access_now<16, false>(address, site);
  case 9:
    return access_now<16, true>(address, site);
  default:
    return;
  }
}

} // namespace

void access_all(const QueuedAccess* begin, const QueuedAccess* end) {
  for (const QueuedAccess* a = begin; a < end; a++)
    __builtin_prefetch(states + (*word_shadow(a->address_kind & kAddressMask) >> 1), 1);
  for (const QueuedAccess* a = begin; a < end; a++)
    access_now((uint32_t)(a->address_kind >> kKindShift), a->address_kind & kAddressMask, a->site);
}

} // namespace unply::runtime
