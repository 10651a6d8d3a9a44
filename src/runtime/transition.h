// One access changes the history of its bytes: this code finds the new history and writes down how it came to be. The
// heart of the runtime; src/graph's offline builder does the same by the definition and is compared with this, and with
// the expander of src/graph, in the tests.
//
// Costs on a 2 GHz Xeon: already seen in this run 1.5 ns; same transition as the site's last one 2 ns; found in the
// transition table 5 ns; new 11 ns.
#pragma once
#include "runtime/call_paths.h"
#include "runtime/history.h"
#include "runtime/profile/states.h"
#include "runtime/shadow.h"

namespace unply::runtime {

// Returns the new history of `bytes` bytes with history `before` after a load or a store at `site`.
// Precondition: no need to renew the vertex (see needs_renewal).
uint32_t load_transition(uint32_t before, UnplySite* site, uint32_t bytes);
uint32_t store_transition(uint32_t before, UnplySite* site, uint32_t bytes);

// As load_transition, for a site whose last transition is of an earlier run, or that was not remembered.
UNPLY_INLINE uint32_t new_load(uint32_t before, UnplySite* site, uint32_t bytes) {
  look_at_calls(site);
  uint64_t* count = append_entry(before, site->id, kEntryRead, bytes);
  uint32_t after = new_history(before, false);
  site->from = before, site->to = after, site->count = count, site->in_table = 0;
  return after;
}

// Whether the site's last transition is this one, and its entry still open.
UNPLY_INLINE bool site_knows(const UnplySite* site, uint32_t before) {
  return before == site->from && site->to >= context.known_floor;
}

UNPLY_INLINE uint32_t after_load(uint32_t before, UnplySite* site, uint32_t bytes) {
  if (before >= context.load_floor && !is_write(before)) return before;
  if (UNPLY_LIKELY(site_knows(site, before))) {
    *site->count += bytes;
    return site->to;
  }
  return load_transition(before, site, bytes);
}

UNPLY_INLINE uint32_t after_store(uint32_t before, UnplySite* site, uint32_t bytes) {
  if (before >= context.store_floor && is_write(before)) return before;
  if (UNPLY_LIKELY(site_knows(site, before))) {
    *site->count += bytes;
    return site->to;
  }
  return store_transition(before, site, bytes);
}

// Of a run of bytes with one history, in any mode.
UNPLY_INLINE uint32_t after_access(uint32_t before, UnplySite* site, uint32_t bytes, bool write) {
  if (UNPLY_UNLIKELY(mode == Mode::loops))
    return write ? state_after_store(before, site) : state_after_load_in(confined_stream, before, site);
  return write ? after_store(before, site, bytes) : after_load(before, site, bytes);
}

// Whether these words, one or two of a pair, are all that have their state.
UNPLY_INLINE bool own_state(const uint32_t* words, uint32_t count) {
  const uint32_t id = *words;
  if (mode != Mode::loops || !(id & kOwned) || count > 2) return false;
  const auto place = (uint64_t)words & 7;
  if (count == 2) return place == 0;
  const uint32_t other = place ? words[-1] : words[1];
  return other != id && other != kSplit;
}
// Of whole words with one history, among others that the site accesses: a store gives all of them one.
UNPLY_INLINE uint32_t after_access_of(const uint32_t* words, uint32_t count, UnplySite* site, bool write) {
  if (UNPLY_UNLIKELY(!write && own_state(words, count))) return own_state_after_load(confined_stream, *words, site);
  return after_access(*words, site, count * 4, write);
}

// An access of any alignment and size by the current vertex, or outside of tasks. Renews the vertex first if Algorithm
// 3 requires it.
void touch(uint64_t address, uint64_t bytes, UnplySite* site, bool write);
// A write outside tasks: ends the histories, and notes whether they were of tasks of this trace.
void overwrite_outside(uint64_t address, uint64_t bytes);
// The same as touch() for bytes that are known not to need a renewal.
void touch_bytes(uint64_t address, uint64_t bytes, UnplySite* site, bool write);
// Likewise for an element of few whole words, without a look for parts of words: 10 ns instead of 16 for each of a
// column of a matrix (AMD EPYC).
UNPLY_INLINE void touch_element(uint64_t address, uint64_t bytes, UnplySite* site, bool write) {
  uint32_t *word = word_shadow(address), *end = word + bytes / 4;
  while (word < end) {
    const uint32_t id = *word;
    if (UNPLY_UNLIKELY(id == kSplit)) {
      touch_bytes(address + bytes - (uint64_t)(end - word) * 4, 4, site, write);
      word++;
      continue;
    }
    uint32_t* last = word + 1;
    while (last < end && *last == id) last++;
    const uint32_t after = after_access_of(word, (uint32_t)(last - word), site, write);
    while (word < last) *word++ = after;
  }
}
void touch_range(uint64_t address, uint64_t bytes, UnplySite* site, bool write); // likewise, faster on long ranges
void choose_vectors(); // the widest that this processor has, for touch_range
bool needs_renewal(uint64_t address, uint64_t bytes, bool write);

} // namespace unply::runtime
