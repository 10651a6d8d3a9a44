// The slow path of an access: histories that grow by an entry.
#include "runtime/transition.h"
#include "runtime/call_paths.h"
#include "runtime/stream.h"
#include <string.h>

namespace unply::runtime {

namespace {

// Transitions of the current run by (history before, site): a site that meets a few histories in turn (both colours of
// a checkerboard, rows of two arrays) would otherwise make a new history for each word, which also breaks the runs of
// equal words. A site's first transition in a run comes here only when a second one follows, so fine tasks, which never
// find anything here, do not even look (5 ns an access). 256 entries of 24 bytes stay in the first-level cache. Valid
// while `to` is of this run. Rejected: each transition here only when the next one takes its place, which touches two
// entries an access (a sparse matrix times a vector took 7 % longer).
struct KnownTransition {
  uint32_t from, site, to, reserved;
  uint64_t* count;
};
constexpr uint32_t kKnownTransitions = 256;
KnownTransition known_transitions[kKnownTransitions];

UNPLY_INLINE KnownTransition& known_transition(uint32_t from, uint32_t site) {
  uint32_t hash = (from * 0x9e3779b1u) ^ (site * 0x85ebca6bu);
  return known_transitions[hash >> 24];
}

UNPLY_INLINE void put_in_table(UnplySite* site) {
  known_transition(site->from, site->id) = {
      .from = site->from, .site = site->id, .to = site->to, .reserved = 0, .count = site->count};
  site->in_table = 1;
}

// Takes the transition from the table if it is there, and its entry still open.
// Precondition: the site has had a transition in this run.
UNPLY_INLINE bool recall(UnplySite* site, uint32_t before, uint32_t bytes, bool write) {
  if (!site->in_table) put_in_table(site);
  const KnownTransition& known = known_transition(before, site->id);
  if (known.from != before || known.site != site->id || known.to < context.known_floor || is_write(known.to) != write)
    return false;
  site->from = before, site->to = known.to, site->count = known.count;
  *known.count += bytes;
  return true;
}

} // namespace

void forget_known_transitions() { memset(known_transitions, 0, sizeof known_transitions); }

uint32_t load_transition(uint32_t before, UnplySite* site, uint32_t bytes) {
  context.transitions++;
  if (site->to < context.known_floor) return new_load(before, site, bytes);
  if (recall(site, before, bytes, false)) return site->to;
  new_load(before, site, bytes);
  put_in_table(site);
  return site->to;
}

uint32_t store_transition(uint32_t before, UnplySite* site, uint32_t bytes) {
  context.transitions++;
  const bool second = site->to >= context.known_floor;
  if (second && recall(site, before, bytes, true)) return site->to;
  look_at_calls(site);
  if (UNPLY_UNLIKELY(nodes.count == nodes.limit)) more_room(); // now, because it ends what the site knows
  // The history after a store does not depend on earlier ones: one history serves all words of this site and record.
  bool reuse = site->to >= context.known_floor && is_write(site->to);
  uint64_t* count = append_entry(before, site->id, reuse ? kEntryStore : kEntryWrite, bytes);
  uint32_t after = reuse ? site->to : new_history(0, true);
  site->from = before, site->to = after, site->count = count, site->in_table = 0;
  if (second) put_in_table(site);
  return after;
}

namespace {

UNPLY_INLINE bool lies_ahead(uint32_t id) { return kept(id).vertex > vertex.id && !same_instance(kept(id).vertex); }

// Algorithm 3: does this history hold an event of a vertex above the current one, of another task instance? All such
// events are kept: they happened after the outermost open task first had another one inside.
bool later_vertex_in(uint32_t id, bool write) {
  if (!write) id = kept_writer(id);
  for (; is_kept(id); id = kept(id).previous) {
    if (lies_ahead(id)) return true;
    if (is_write(id)) return false;
  }
  return false;
}

// Part of one word: splits it when its bytes come to differ, joins it when they are all equal again.
void touch_part(uint32_t* word, uint64_t address, uint32_t bytes, UnplySite* site, bool write) {
  uint32_t before = *word;
  uint32_t* plane = byte_shadow(address & ~3ull);
  if (before != kSplit) {
    uint32_t after = after_access(before, site, bytes, write);
    if (after == before) return;
    for (int i = 0; i < 4; i++) plane[i] = before;
    for (uint32_t i = 0; i < bytes; i++) plane[(address & 3) + i] = after;
    *word = kSplit;
    return;
  }
  uint32_t* part = plane + (address & 3);
  for (uint32_t i = 0; i < bytes; i++) part[i] = after_access(part[i], site, 1, write);
  if (plane[0] == plane[1] && plane[1] == plane[2] && plane[2] == plane[3]) *word = plane[0];
}

} // namespace

bool needs_renewal(uint64_t address, uint64_t bytes, bool write) {
  uint32_t last = kSplit; // histories repeat: look at each run of equal ones once
  for (uint64_t end = address + bytes; address < end;) {
    uint32_t id = *word_shadow(address);
    if (id == kSplit) {
      if (later_vertex_in(*byte_shadow(address), write)) return true;
      address++;
      continue;
    }
    if (id != last && later_vertex_in(id, write)) return true;
    last = id;
    address = (address & ~3ull) + 4;
  }
  return false;
}

void touch_bytes(uint64_t address, uint64_t bytes, UnplySite* site, bool write) {
  uint64_t end = address + bytes;
  if (address & 3) {
    uint64_t head = 4 - (address & 3);
    if (head > bytes) head = bytes;
    touch_part(word_shadow(address), address, (uint32_t)head, site, write);
    address += head;
  }
  for (; address + 4 <= end; address += 4) {
    uint32_t* word = word_shadow(address);
    if (UNPLY_UNLIKELY(*word == kSplit))
      touch_part(word, address, 4, site, write);
    else
      *word = after_access_of(word, 1, site, write);
  }
  if (address < end) touch_part(word_shadow(address), address, (uint32_t)(end - address), site, write);
}

// Values may have passed from task to task through the code that writes here: the report says so if another task
// follows. Indices and other variables of the enclosing function are on the stack and are ignored. Only the first bytes
// are checked.
void overwrite_outside(uint64_t address, uint64_t bytes) {
  constexpr uint64_t kStackBytes = 64 << 20;
  bool on_stack = address - (uint64_t)__builtin_frame_address(0) < kStackBytes;
  if (!on_stack && shadow_ready && has_shadow(address, bytes)) {
    uint32_t id = *word_shadow(address);
    if (id == kSplit) id = *byte_shadow(address);
    if (id >= trace_floor) overwritten = true;
  }
  forget(address, bytes);
}

void touch(uint64_t address, uint64_t bytes, UnplySite* site, bool write) {
  if (UNPLY_UNLIKELY(mode == Mode::accesses)) {
    if (write || vertex.id) stream_access(address, bytes, 0, 1, site, write);
    return;
  }
  if (!vertex.id) { // nobody's write ends the history; nobody's read changes nothing
    if (write) overwrite_outside(address, bytes);
    return;
  }
  if (UNPLY_UNLIKELY(vertex.may_extend) && needs_renewal(address, bytes, write)) renew_vertex();
  if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
  if (bytes <= 32)
    touch_bytes(address, bytes, site, write);
  else
    touch_range(address, bytes, site, write);
}

} // namespace unply::runtime
