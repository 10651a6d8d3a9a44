// The slow path of an access: derives the edges into the current vertex from the histories.
#include "runtime/transition.h"
#include "runtime/call_paths.h"
#include <string.h>

namespace unply::runtime {

namespace {

// The last transitions of the current run by (history before, site): a site that meets a few histories in turn
// (both colours of a checkerboard, rows of two arrays) would otherwise make a new history for each word, which also
// breaks the runs of equal words. 256 entries of 24 bytes stay in the first-level
// cache: 4096 cost fine tasks, which never find anything here, 5 ns an access. Valid while `to` is of this run.
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

UNPLY_INLINE void remember(UnplySite* site, uint32_t from, uint32_t to, uint64_t* count) {
  site->from = from;
  site->to = to;
  site->count = count;
  known_transition(from, site->id) = {.from = from, .site = site->id, .to = to, .reserved = 0, .count = count};
}

// All edges that a store over this history causes: anti from each reader, output from the writer.
uint32_t add_store_edges(uint32_t before, uint32_t site, uint64_t bytes, uint64_t** count) {
  uint32_t edges = 0;
  uint32_t id = before;
  for (; id && !is_write(id); id = history(id).previous) {
    const History& reader = history(id);
    if (same_instance(reader.vertex)) continue;
    *count = add_edge(reader.vertex, kEdgeAnti, reader.site, site, bytes);
    edges++;
  }
  if (id && !same_instance(history(id).vertex)) {
    *count = add_edge(history(id).vertex, kEdgeOutput, history(id).site, site, bytes);
    edges++;
  }
  return edges;
}

} // namespace

void forget_known_transitions() { memset(known_transitions, 0, sizeof known_transitions); }

void resolve_later_entry(uint32_t before, uint32_t site, uint64_t bytes) {
  uint64_t* count = nullptr;
  add_store_edges(before, site, bytes, &count);
}

__attribute__((noinline)) uint32_t load_transition(uint32_t before, UnplySite* site, uint32_t bytes) {
  context.transitions++;
  KnownTransition& known = known_transition(before, site->id);
  if (known.from == before && known.site == site->id && known.to >= context.load_floor && !is_write(known.to)) {
    site->from = before, site->to = known.to, site->count = known.count;
    *known.count += bytes;
    return known.to;
  }
  uint32_t writer = !before ? 0 : is_write(before) ? before : history(before).writer;
  uint64_t* count = &no_edge;
  if (writer && !same_instance(history(writer).vertex))
    count = add_edge(history(writer).vertex, kEdgeFlow, history(writer).site, site->id, bytes);
  look_at_calls(site);
  uint32_t after = new_history(before, writer, site->id, false);
  remember(site, before, after, count);
  return after;
}

__attribute__((noinline)) uint32_t store_transition(uint32_t before, UnplySite* site, uint32_t bytes) {
  context.transitions++;
  KnownTransition& known = known_transition(before, site->id);
  if (known.from == before && known.site == site->id && known.to >= context.load_floor && is_write(known.to)) {
    site->from = before, site->to = known.to, site->count = known.count;
    *known.count += bytes;
    return known.to;
  }
  uint64_t* count = &no_edge;
  uint32_t edges = add_store_edges(before, site->id, bytes, &count);
  if (edges > 1) count = count_later(before, site->id);
  look_at_calls(site);
  // The history after a store does not depend on earlier ones: one history serves all words of this site and run.
  bool reuse = site->to >= context.load_floor && is_write(site->to);
  uint32_t after = reuse ? site->to : new_history(0, 0, site->id, true);
  remember(site, before, after, count);
  return after;
}

namespace {

// Algorithm 3: does this history hold an event of a vertex above the current one, of another task instance?
bool later_vertex_in(uint32_t id, bool write) {
  if (!write) {
    uint32_t writer = !id ? 0 : is_write(id) ? id : history(id).writer;
    return writer && history(writer).vertex > vertex.id && !same_instance(history(writer).vertex);
  }
  for (; id; id = history(id).previous) {
    if (history(id).vertex > vertex.id && !same_instance(history(id).vertex)) return true;
    if (is_write(id)) return false;
  }
  return false;
}

UNPLY_INLINE uint32_t after_access(uint32_t before, UnplySite* site, uint32_t bytes, bool write) {
  return write ? after_store(before, site, bytes) : after_load(before, site, bytes);
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
      *word = after_access(*word, site, 4, write);
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
    if (id && history(id).vertex > trace_start) overwritten = true;
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
  if (UNPLY_UNLIKELY(next_history >= compact_at)) compact_histories();
  if (bytes <= 32)
    touch_bytes(address, bytes, site, write);
  else
    touch_range(address, bytes, site, write);
}

} // namespace unply::runtime
