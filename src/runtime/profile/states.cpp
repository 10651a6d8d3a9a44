// See states.h.
#include "runtime/profile/states.h"
#include "runtime/profile/function_stack.h"
#include "runtime/profile/loop_tables.h"
#include "runtime/profile/readers.h"
#include "runtime/profile/repeated.h"
#include "runtime/profile/seen_pairs.h"
#include "runtime/profile/site_memory.h"
#include <sys/mman.h>

namespace unply::runtime {

uint64_t known_moment;

State* states;

namespace {

constexpr uint32_t kMostSites = 1 << 24;
SiteMemory* memories;   // by site
SeenPairs seen_in_loop; // within an iteration of a loop, or outside of all: 0

UNPLY_INLINE SiteMemory& memory_of(UnplySite* site) {
  if (UNPLY_LIKELY(site->count != nullptr)) return *(SiteMemory*)site->count;
  SiteMemory& memory = memories[site->id & (kMostSites - 1)];
  memory.site = site->id & (kMostSites - 1);
  memory.alone = set_of_reader(memory.site);
  memory.confined_time = ~0ull; // of no read
  site->count = (uint64_t*)&memory;
  return memory;
}

UNPLY_INLINE uint32_t new_state(State state, bool owned) {
  const uint32_t index = next_history++;
  states[index] = state;
  return index << 1 | (owned ? kOwned : 0);
}

void add_distances(RingLoopDependence& row, uint64_t least, uint64_t most, bool exact, uint64_t from, uint64_t to) {
  if (!row.count) {
    row.min_distance = least, row.max_distance = most;
    row.first_from = from, row.first_to = to;
  }
  if (least < row.min_distance) row.min_distance = least;
  if (most > row.max_distance) row.max_distance = most;
  if (!exact) row.exact = 0;
  row.count++;
}

void add_inner(RingLoopDependence& row, InnerDistance inner) {
  if (!inner.known) {
    row.inner = 2;
    return;
  }
  if (!row.inner) {
    row.inner = 1;
    row.inner_least = inner.least, row.inner_most = inner.most;
  }
  if (inner.least < row.inner_least) row.inner_least = inner.least;
  if (inner.most > row.inner_most) row.inner_most = inner.most;
}

// Within an iteration of this loop; 0: on what was before all active loops.
UNPLY_INLINE void note_once(RingEdgeKind kind, uint32_t from, uint32_t to, uint32_t loop) {
  // Most sites find one source in one loop again and again.
  uint64_t& last = memories[to & (kMostSites - 1)].once[kind == kEdgeAnti];
  const uint64_t one = (uint64_t)loop << 32 | (uint64_t)from << 2 | (uint64_t)kind;
  if (UNPLY_LIKELY(last == one)) return;
  last = one;
  if (seen_in_loop.add(kind, from, to, loop)) return;
  if (RingLoopDependence* row = dependence_row(loop, false, kind, from, to)) row->count = 1;
}

// On an earlier iteration of the loop at this depth. `older`: reads before the one at that time, in an earlier
// iteration than that; their distance is larger. `confined`: of a read at any time in this loop.
RingLoopDependence* note_carried_at(uint32_t depth, RingEdgeKind kind, uint32_t from, uint64_t time, uint32_t to,
                                    bool older, const ConfinedLoop* confined = nullptr) {
  const ActiveLoop& loop = active_loops[depth];
  RingLoopDependence* row = dependence_row(loop.loop->id, true, kind, from, to);
  if (!row) return nullptr;
  const uint64_t now = loop.iteration;
  if (row->min_distance == 1 && row->max_distance >= now && row->inner == 2) { // no distance is new
    row->count++;
    if (!confined && !older) remember_all(*row, depth);
    return row;
  }
  if (older) {
    row->inner = 2;
    const uint64_t least = time >= loop.iteration_start ? 1 : now - iteration_at(loop, time).last + 1;
    if (least <= now) add_distances(*row, least, now, false, 0, now);
    return row;
  }
  const Iterations at = iteration_at(loop, time);
  add_distances(*row, now - at.last, now - at.first, at.first == at.last, at.first, now);
  const bool inside = confined && confined->depth == depth + 2; // in whichever of its iterations
  if (row->inner != 2) add_inner(*row, inside ? InnerDistance{} : inner_distance(depth, time));
  if (!confined && at.first == at.last) remember_repeated(*row, depth, time);
  return row;
}

// The row of a dependence that is carried, else null.
RingLoopDependence* note(RingEdgeKind kind, uint32_t from, uint64_t time, uint32_t to,
                         const ConfinedLoop* confined = nullptr) {
  if (time == known_moment) return nullptr;
  if (time >= function_floor) note_part(kind, from, time, to);
  if (time < loop_floor) return note_once(kind, from, to, 0), nullptr;
  const Relation then = relation_to(time);
  const auto depth = (uint32_t)then.loop;
  if (!then.carried) return note_once(kind, from, to, active_loops[depth].loop->id), nullptr;
  if (RingLoopDependence* row = confined ? nullptr : repeated_dependence(kind, from, to, time)) {
    row->count++;
    return row;
  }
  return note_carried_at(depth, kind, from, time, to, false, confined);
}

void note_readers(uint32_t sink, uint64_t read) {
  const uint64_t time = read >> kTimeShift;
  const Readers readers = readers_of((uint32_t)(read & kWhoMask));
  const Relation then = time < loop_floor ? Relation{-1, false} : relation_to(time);
  for (uint32_t i = 0; i < readers.count; i++) {
    const Reader reader = readers.begin[i];
    if (UNPLY_UNLIKELY(!reader.site)) {
      count_event(kCountLoopsLost);
      continue;
    }
    const auto level = (int32_t)reader.level;
    const bool with_last = level == (int32_t)kInnermost || level > then.loop || (level == then.loop && reader.same);
    if (then.loop < 0 || (with_last && (time != known_moment || level == (int32_t)kInnermost))) {
      RingLoopDependence* row = note(kEdgeAnti, reader.site, time, sink);
      const bool elsewhere = level < then.loop + 1 || (level == then.loop + 1 && !reader.same); // in the loop inside
      if (row && elsewhere) row->inner = 2;
    } else if (reader.same) {
      if (time >= function_floor) note_part(kEdgeAnti, reader.site, time, sink);
      note_once(kEdgeAnti, reader.site, sink, active_loops[level].loop->id);
    } else if (level < then.loop || !then.carried) {
      note_carried_at((uint32_t)level, kEdgeAnti, reader.site, active_loops[level].iteration_start, sink, true);
    } else {
      note_carried_at((uint32_t)then.loop, kEdgeAnti, reader.site, time, sink, true);
    }
  }
}

// Two reads without a write between: no dependence, but a write behind the second has to wait for the first as well.
void note_part_read(uint32_t set, uint64_t time, SiteMemory& site) {
  const Readers readers = readers_of(set);
  if (!readers.count) return;
  const uint32_t from = readers.begin[!readers.begin[0].site].site;
  if (time >= part_floor) {
    if (from == site.site || (site.beside == from && site.part == part_floor)) return;
    site.beside = from, site.part = part_floor;
  }
  note_part(kEdgeExtension, from, time, site.site);
}

uint32_t join_at(uint64_t last, uint32_t readers, uint32_t site, const ConfinedLoop* confined) {
  const auto innermost = (int32_t)(confined ? confined->depth : loop_depth) - 1;
  if (confined && last >= confined->start) return join_readers(readers, {innermost, false}, false, site);
  const Relation then = relation_to(last);
  const bool further_in = then.loop < innermost || (known_moment && last != known_moment);
  return join_readers(readers, then, further_in, site);
}

// State::read behind a load at this site, which was `before`; as it was, if nothing is new.
uint64_t read_behind(uint64_t before, SiteMemory& site, const ConfinedLoop* confined) {
  const uint64_t now = confined ? confined->now : loop_now, last = before >> kTimeShift;
  const auto readers = (uint32_t)(before & kWhoMask);
  const uint32_t joined = !before || last < loop_floor ? site.alone : join_at(last, readers, site.site, confined);
  if (last >= function_floor && last != known_moment) note_part_read(readers, last, site);
  const bool old = last >= (confined ? confined->start : now) && joined == readers;
  return old ? before : now << kTimeShift | joined;
}

// The `read` of the state after a load; as it was, if nothing is new. flow: the dependence found, if it is carried.
// Words that came to the site at this time with the same write, or the same reads, are as this one: a stencil meets few
// writes, and a few sets of readers in turn, at the borders and between them.
uint64_t read_anew(State state, SiteMemory& site, const ConfinedLoop* confined, RingLoopDependence*& flow) {
  LastReads& last = site.reads;
  const uint64_t now = confined ? confined->now : loop_now;
  if (last.now != now) last = {.now = now, .write = 0, .flow = nullptr, .before = {~0ull, ~0ull}, .after = {}};
  if (state.write == last.write) {
    if (last.flow) last.flow->count++;
  } else {
    last.flow = nullptr;
    if (state.write)
      last.flow = note(kEdgeFlow, (uint32_t)(state.write & kWhoMask), state.write >> kTimeShift, site.site, confined);
    last.write = state.write;
  }
  flow = last.flow;
  uint64_t read = last.after[0];
  if (state.read != last.before[0]) {
    read = state.read == last.before[1] ? last.after[1] : read_behind(state.read, site, confined);
    last.before[1] = last.before[0], last.after[1] = last.after[0];
    last.before[0] = state.read, last.after[0] = read;
  }
  if (confined) site.note_confined(confined, (uint32_t)(read & kWhoMask));
  return read;
}

UNPLY_INLINE uint32_t state_with(State state, uint64_t read, uint32_t before) {
  return read == state.read ? before : new_state({.write = state.write, .read = read}, false);
}

UNPLY_INLINE uint32_t remember_load(uint32_t before, uint32_t after, RingLoopDependence* flow, SiteMemory& site,
                                    uint64_t now) {
  site.load_time = now;
  site.from = before;
  site.flow = flow;
  return site.to = after;
}

// Nothing is new where this site has read the word in this loop, and nobody but those that had by then.
UNPLY_INLINE bool is_known(State state, const SiteMemory& site, const ConfinedLoop& loop) {
  return state.read >> kTimeShift >= loop.start && site.has_read_into((uint32_t)(state.read & kWhoMask));
}

// Of loads that come to words of several states in turn: x[column[k]], where x was written block by block. The words of
// one state go on to share one.
struct KnownLoad {
  uint64_t now;
  RingLoopDependence* flow;
  uint32_t site, before, after, set;
};
KnownLoad known_loads[512]; // 16 KB

__attribute__((noinline)) uint32_t load_confined(uint32_t before, SiteMemory& site, const ConfinedLoop& loop) {
  const State state = states[before >> 1];
  if (is_known(state, site, loop)) return before;
  KnownLoad& known = known_loads[(before * 0x9e3779b1u ^ site.site * 0x85ebca6bu) >> 23];
  if (known.now == loop.now && known.before == before && known.site == site.site) {
    if (known.flow) known.flow->count++;
    site.note_confined(&loop, known.set);
  } else {
    RingLoopDependence* flow;
    const uint64_t read = read_anew(state, site, &loop, flow);
    const auto set = (uint32_t)(read & kWhoMask);
    known = {loop.now, flow, site.site, before, state_with(state, read, before), set};
  }
  return remember_load(before, known.after, known.flow, site, loop.now);
}

// When the iteration began, of the innermost loop that is still active, in which this time is; later if more than that
// may be asked: how far dependences reach in a loop inside.
uint64_t settled_in_loops(uint64_t time) {
  for (uint32_t depth = loop_depth; depth-- > 0;) {
    const ActiveLoop& loop = active_loops[depth];
    if (time < loop.start) continue;
    if (!has_inner_unlike(depth)) return time;
    if (time >= loop.iteration_start) return loop.iteration_start;
    const Iterations at = iteration_at(loop, time);
    return at.start && at.first == at.last ? at.start : time;
  }
  return 1;
}

// With a time that lies to all active loops and functions, and to what will come, as this one does, and is the same one
// for many.
uint64_t settled(uint64_t when) {
  const uint64_t time = when >> kTimeShift, in_loops = settled_in_loops(time), part = part_begin_at(time);
  return (in_loops > part ? in_loops : part) << kTimeShift | (when & kWhoMask);
}

// Of words that were written one by one and are read more than once before the next write: from their second read in a
// confined loop on, those share a state that were written at times which settle to one.
struct Shared {
  State state;
  uint64_t now; // of the loop
  uint32_t id;
};
Shared shared_states[256]; // 8 KB

uint32_t share_known(uint32_t before, State state, SiteMemory& site, const ConfinedLoop& loop) {
  if (!state.write || site.unsettled == loop.now) return before;
  const uint64_t write = settled(state.write);
  if (write == state.write) {
    site.unsettled = loop.now;
    return before;
  }
  Shared& shared = shared_states[(write * 0x9e3779b97f4a7c15ull ^ state.read * 0xbf58476d1ce4e5b9ull) >> 56];
  state.write = write;
  if (shared.now != loop.now || shared.state != state) shared = {state, loop.now, new_state(state, false)};
  return shared.id;
}

UNPLY_INLINE void note_before_store(State state, uint32_t site) {
  if (state.read) note_readers(site, state.read);
  if (state.write) note(kEdgeOutput, (uint32_t)(state.write & kWhoMask), state.write >> kTimeShift, site);
}

} // namespace

bool map_states() {
  states = (State*)map_memory((uint64_t)kMaxHistories * sizeof(State));
  if (states) madvise(states, (uint64_t)kMaxHistories * sizeof(State), MADV_HUGEPAGE);
  memories = (SiteMemory*)map_memory((uint64_t)kMostSites * sizeof(SiteMemory));
  return states && memories && map_readers();
}

uint32_t state_after_load_in(const ConfinedLoop* confined, uint32_t before, UnplySite* at) {
  SiteMemory& site = memory_of(at);
  const uint64_t now = confined ? confined->now : loop_now;
  if (site.load_time == now && site.from == before) {
    if (confined && site.flow) site.flow->count++;
    return site.to;
  }
  if (confined && !(before & kOwned)) return load_confined(before, site, *confined);
  const State state = states[before >> 1];
  RingLoopDependence* flow;
  const uint32_t after = state_with(state, read_anew(state, site, confined, flow), before);
  return before & kOwned ? after : remember_load(before, after, flow, site, now); // those are others soon
}

uint32_t state_after_store(uint32_t before, UnplySite* at) {
  SiteMemory& site = memory_of(at);
  if (site.store_time == loop_now && site.store_to == before) return before;
  note_before_store(states[before >> 1], site.site);
  if (site.store_time == loop_now) return site.store_to;
  site.store_to = new_state({.write = loop_now << kTimeShift | site.site, .read = 0}, false);
  site.store_time = loop_now;
  return site.store_to;
}

// What a confined loop reads in one state stays in one.
uint32_t own_state_after_load(const ConfinedLoop* confined, uint32_t before, UnplySite* at) {
  if (!(before & kOwned) && confined) return state_after_load_in(confined, before, at);
  SiteMemory& site = memory_of(at);
  State& state = states[before >> 1];
  if (confined && is_known(state, site, *confined)) return share_known(before, state, site, *confined);
  RingLoopDependence* flow;
  const uint64_t read = read_anew(state, site, confined, flow);
  if (!(before & kOwned)) return new_state({.write = state.write, .read = read}, true);
  state.read = read;
  return before;
}

uint32_t own_state_after_store(uint32_t before, UnplySite* at) {
  SiteMemory& site = memory_of(at);
  State& state = states[before >> 1];
  const State after = {.write = loop_now << kTimeShift | site.site, .read = 0};
  if (state.write == after.write && !state.read) return before;
  note_before_store(state, site.site);
  if (!(before & kOwned)) return new_state(after, true);
  state = after;
  return before;
}

void keep_states(const uint64_t* marks, uint32_t words) {
  uint32_t to = 1;
  for (uint32_t w = 0; w < words; w++)
    for (uint64_t bits = marks[w]; bits; bits &= bits - 1)
      states[to++] = states[w * 64 + (uint32_t)__builtin_ctzll(bits)];
  loop_now++; // no site remembers an id of before
  renew_confined(loop_now);
  loop_now++;
}

void note_carried(uint32_t loop, RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t distance, uint64_t count,
                  uint64_t first_from, InnerDistance inner) {
  RingLoopDependence* row = dependence_row(loop, true, kind, from, to);
  if (!row) return;
  add_distances(*row, distance, distance, true, first_from, first_from + distance);
  add_inner(*row, inner);
  row->count += count - 1;
}

void note_carried_range(uint32_t loop, RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t most, uint64_t first) {
  if (!most) return;
  note_carried(loop, kind, from, to, 1, most, first, {});
  if (RingLoopDependence* row = dependence_row(loop, true, kind, from, to))
    if (most > row->max_distance) row->max_distance = most;
}

void note_within(uint32_t loop, RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t count) {
  if (RingLoopDependence* row = dependence_row(loop, false, kind, from, to)) row->count = count ? 1 : 0;
}

} // namespace unply::runtime
