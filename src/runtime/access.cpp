// The hooks for single accesses. Each tries, in this order: nothing to do in this thread; seen before in this run; the
// same transition as the site's last one; everything else in touch().
//
// Out of line on purpose: inlining the first two tests into the program gained nothing (13.9x against 13.2x on the
// geometric mean of eight kernels), since most accesses of a task are its first to that word.
#include "runtime/transition.h"

namespace unply::runtime {

thread_local constinit Context context __attribute__((tls_model("initial-exec"))) = {};

namespace {

// Handles one byte of a word whose bytes differ, as in strings and byte buffers. Returns true when done.
template <bool kWrite> UNPLY_INLINE bool fast_byte(uint32_t* word, uint64_t address, UnplySite* site, uint32_t floor) {
  uint32_t* plane = byte_shadow(address & ~3ull);
  uint32_t* byte = plane + (address & 3);
  uint32_t before = *byte;
  if (before >= floor && is_write(before) == kWrite) return true;
  if (!site_knows(site, before)) return false;
  uint32_t after = site->to;
  *byte = after;
  *site->count += 1;
  if (plane[0] == after && plane[1] == after && plane[2] == after && plane[3] == after) *word = after;
  return true;
}

// Handles all cases that the fast path of a hook does not.
template <uint32_t kBytes, bool kWrite>
__attribute__((noinline)) UNPLY_HOOK void slow_access(const void* p, UnplySite* site) {
  if (UNPLY_UNLIKELY(context.busy)) return count_event(kCountSignalsInside);
  Busy busy;
  uint64_t address = (uint64_t)p;
  uint32_t* words = word_shadow(address);
  uint32_t before = *words;
  bool first_touch = kBytes >= 4 && !(address & 3) && before != kSplit && context.simple && next_history < collect_at;
  for (uint32_t i = 1; i < kBytes / 4; i++) first_touch = first_touch && words[i] == before;
  if (UNPLY_LIKELY(first_touch)) { // aligned words with one history in common, the usual first touch of a task
    uint32_t after;
    if (kWrite) {
      after = store_transition(before, site, kBytes);
    } else if (UNPLY_LIKELY(site->to < context.known_floor)) {
      context.transitions++;
      after = new_load(before, site, kBytes);
    } else {
      after = load_transition(before, site, kBytes);
    }
    if constexpr (kBytes == 4) {
      *words = after;
    } else { // in the width in which the next hook reads it
      uint64_t pair = (uint64_t)after << 32 | after;
      for (uint32_t i = 0; i < kBytes / 8; i++) ((uint64_t*)words)[i] = pair;
    }
  } else {
    touch(address, kBytes, site, kWrite);
  }
}

template <uint32_t kBytes, bool kWrite> UNPLY_INLINE void fast_access(const void* p, UnplySite* site) {
  uint32_t floor = kWrite ? context.store_floor : context.load_floor;
  if (!floor) return;
  context.hooks++;
  uint64_t address = (uint64_t)p;
  if constexpr (kBytes <= 4) {
    uint32_t* word = word_shadow(address);
    uint32_t before = *word;
    if ((address & 3) + kBytes <= 4) {
      if (before >= floor && is_write(before) == kWrite) return;
      if constexpr (kBytes == 1)
        if (before == kSplit && fast_byte<kWrite>(word, address, site, floor)) return;
      if constexpr (kBytes == 4) {
        if (site_knows(site, before)) {
          *word = site->to;
          *site->count += 4;
          return;
        }
        if (kWrite && !before && floor == kOutside) return; // as it was
      }
    }
  } else if (!(address & 3)) {
    uint64_t* pair = (uint64_t*)word_shadow(address);
    uint64_t words = pair[0];
    uint32_t before = (uint32_t)words;
    bool equal = words == ((uint64_t)before << 32 | before);
    if constexpr (kBytes == 16) equal = equal && pair[1] == words;
    if (equal) {
      if (before >= floor && is_write(before) == kWrite) return;
      if (site_knows(site, before)) {
        uint64_t after = (uint64_t)site->to << 32 | site->to;
        pair[0] = after;
        if constexpr (kBytes == 16) pair[1] = after;
        *site->count += kBytes;
        return;
      }
      if (kWrite && !before && floor == kOutside) return;
    }
  }
  slow_access<kBytes, kWrite>(p, site);
}

void ordinary_access(uint64_t address, uint64_t bytes, UnplySite* site, bool write) {
  if (!(write ? context.store_floor : context.load_floor) || !bytes) return;
  if (context.busy) return count_event(kCountSignalsInside);
  Busy busy;
  context.hooks++;
  touch(address, bytes, site, write);
}

uint64_t string_bytes(const char* p) {
  uint64_t n = 0;
  while (p[n]) n++;
  return n + 1;
}

} // namespace
} // namespace unply::runtime

using namespace unply::runtime;

#define UNPLY_DEFINE_HOOKS(n)                                                                                          \
  UNPLY_HOOK void __unply_load##n(const void* p, UnplySite* site) { fast_access<n, false>(p, site); }                  \
  UNPLY_HOOK void __unply_store##n(void* p, UnplySite* site) { fast_access<n, true>(p, site); }

#pragma GCC visibility push(default)
extern "C" {
UNPLY_DEFINE_HOOKS(1)
UNPLY_DEFINE_HOOKS(2)
UNPLY_DEFINE_HOOKS(4)
UNPLY_DEFINE_HOOKS(8)
UNPLY_DEFINE_HOOKS(16)

uint32_t __unply_is_plain(void) { return !context.followed; }

void __unply_load_n(const void* p, uint64_t n, UnplySite* site) { ordinary_access((uint64_t)p, n, site, false); }
void __unply_store_n(void* p, uint64_t n, UnplySite* site) { ordinary_access((uint64_t)p, n, site, true); }
void __unply_load_str(const char* p, UnplySite* site) {
  if (context.load_floor) ordinary_access((uint64_t)p, string_bytes(p), site, false);
}
void __unply_store_str(char* p, UnplySite* site) {
  if (context.store_floor) ordinary_access((uint64_t)p, string_bytes(p), site, true);
}
void __mt_trace_ir(const void* address, uint32_t id) {
  // The site numbers of the paper's ABI belong to the program: all its accesses share one anonymous site of each kind.
  static UnplySite loads, stores;
  bool write = id >> 31;
  ordinary_access((uint64_t)address, 1, write ? &stores : &loads, write);
}
}
#pragma GCC visibility pop
