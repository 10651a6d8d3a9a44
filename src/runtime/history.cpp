// Ids of histories end: 2^30 are used up in a minute. So ids that no byte has any more are collected: mark from the
// shadow, number those that are left in order (ids stay sorted by time), rewrite the shadow, and pass the marks on to
// the reader, which keeps what they grew from. This costs two passes over the resident shadow; the next threshold keeps
// it below the cost of the entries in between.
#include "runtime/history.h"
#include "runtime/mappings.h"
#include "runtime/moving.h"
#include "runtime/shadow.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <x86intrin.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 // newer than the C library's header
#endif

namespace unply::runtime {

uint32_t collect_at;
KeptHistory* kept_histories;
uint32_t kept_from = kNotKept;

namespace {

// The reader needs 16 bytes for each history between two collections. In a profile of loops 16 bytes each are kept, and
// 32 MB of them would be cleared in a short run; a quarter of that, and collections take longer than misses save.
constexpr uint32_t kFirstCollection = 1 << 21, kFirstOfLoops = 1 << 20;
uint32_t first_collection;
bool first_is_asked; // by a test
constexpr uint64_t kPage = 4096;

uint64_t* marks;        // a bit for each index
uint32_t* marks_before; // of all words before this one
bool all_are_kept;
uint32_t populated; // of kept_histories

// Calls visit(words, address) for each resident page of the word plane. `address` is an address of the program.
template <class Visit> uint64_t visit_resident(uint64_t begin, uint64_t end, Visit visit) {
  constexpr uint64_t kChunk = 1ull << 28;
  static unsigned char resident[kChunk / kPage];
  uint64_t seen = 0;
  for (uint64_t at = begin; at < end; at += kChunk) {
    uint64_t bytes = end - at < kChunk ? end - at : kChunk;
    auto* words = (char*)word_shadow(at);
    if (mincore(words, bytes, resident)) continue;
    for (uint64_t page = 0; page * kPage < bytes; page++) {
      if (!(resident[page] & 1)) continue;
      visit((uint32_t*)(words + page * kPage), at + page * kPage);
      seen += kPage;
    }
  }
  return seen;
}

// Memory that left without notice (the stack of a thread that has ended) has no history: what comes to its place would
// find ids that were not numbered anew.
void forget_gap(uint64_t begin, uint64_t end) {
  for (const Window& w : kWindows) {
    const uint64_t from = begin > w.begin ? begin : w.begin, to = end < w.end ? end : w.end;
    if (from < to) madvise(word_shadow(from), to - from, MADV_DONTNEED);
  }
}

template <class Visit> uint64_t visit_shadow(int mappings, Visit visit) {
  uint64_t seen = 0, at = 0;
  each_mapping(mappings, [&](uint64_t begin, uint64_t end, bool) {
    if (at < begin) forget_gap(at, begin);
    at = end;
    if (has_shadow(begin, end - begin)) seen += visit_resident(begin, end, visit);
  });
  return seen;
}

// Calls each(id) for the ids of a page; of equal ones in a row only for the first, and the others become what it is
// then.
template <class Each> void each_history(uint32_t* words, uint64_t address, Each each) {
  uint32_t last = 0, last_now = 0;
  for (uint64_t i = 0; i < kPage / 4; i++) {
    const uint32_t id = words[i];
    if (!id) continue;
    if (id == last) {
      if (last_now != id) words[i] = last_now;
    } else if (id != kSplit) {
      each(words[i]);
      last = id, last_now = words[i];
    } else {
      uint32_t* plane = byte_shadow(address + i * 4);
      for (int k = 0; k < 4; k++)
        if (plane[k]) each(plane[k]);
    }
  }
}

UNPLY_INLINE void mark(uint32_t index) { marks[index >> 6] |= 1ull << (index & 63); }
UNPLY_INLINE bool is_marked(uint32_t index) { return marks[index >> 6] >> (index & 63) & 1; }
// How many are marked below an index; new indices begin at 1.
UNPLY_INLINE uint32_t marked_below(uint32_t index) {
  uint64_t below = marks[index >> 6] & ((1ull << (index & 63)) - 1);
  return marks_before[index >> 6] + (uint32_t)__builtin_popcountll(below);
}
UNPLY_INLINE uint32_t moved(uint32_t id) { return (marked_below(id >> 1) + 1) << 1 | (id & 1); }

// A kept history refers to older ones only: one pass downwards reaches all that are needed.
void mark_kept_ancestors() {
  for (uint32_t i = next_history; kept_from != kNotKept && i-- > kept_from;) {
    if (!is_marked(i)) continue;
    const KeptHistory& h = kept(i << 1);
    if (h.previous && is_kept(h.previous)) mark(h.previous >> 1);
    if (h.writer && is_kept(h.writer)) mark(h.writer >> 1);
  }
}

// An older history that no byte has: it has no new id, and its order to the kept ones is all that is asked for.
uint32_t moved_reference(uint32_t id) { return id && is_kept(id) ? moved(id) : 0; }

void move_kept() {
  if (kept_from == kNotKept) return;
  uint32_t first = marked_below(kept_from) + 1, to = 0;
  for (uint32_t i = kept_from; i < next_history; i++) {
    if (!is_marked(i)) continue;
    const KeptHistory h = kept(i << 1);
    kept_histories[to++] = {moved_reference(h.previous), moved_reference(h.writer), h.vertex};
  }
  kept_from = first;
}

void hand_over_marks(uint32_t words) {
  constexpr uint32_t kMostWords = 1 << 16;
  for (uint32_t first = 0; first < words; first += kMostWords) {
    uint32_t count = words - first < kMostWords ? words - first : kMostWords;
    auto* record = (RingCollection*)begin_record(kRecordCollection, (uint32_t)sizeof(RingCollection) + count * 8);
    if (!record) return;
    *record = {.indices = next_history, .words = words, .first_word = first, .count = count};
    memcpy(record + 1, marks + first, (size_t)count * 8);
    end_record();
  }
}

// Marks all ids and gives them anew, while no other thread forgets or moves any. Returns how many are left.
uint32_t renumber(int mappings, uint32_t words, uint64_t& scanned) {
  const ShadowTurn mine;
  scanned = visit_shadow(
      mappings, [](uint32_t* at, uint64_t address) { each_history(at, address, [](uint32_t id) { mark(id >> 1); }); });
  each_moving([](uint32_t id) { mark(id >> 1); });
  mark_kept_ancestors();
  uint32_t live = 0;
  for (uint32_t i = 0; i < words; i++) {
    marks_before[i] = live;
    live += (uint32_t)__builtin_popcountll(marks[i]);
  }
  marks_before[words] = live; // kMaxHistories is a multiple of 64 below the last index
  visit_shadow(mappings,
               [](uint32_t* at, uint64_t address) { each_history(at, address, [](uint32_t& id) { id = moved(id); }); });
  each_moving([](uint32_t& id) { id = moved(id); });
  move_kept();
  return live;
}

uint32_t next_threshold(uint32_t live, uint64_t scanned) {
  uint64_t grown = (uint64_t)live * 2 > first_collection ? (uint64_t)live * 2 : first_collection;
  uint64_t worth = first_is_asked ? 0 : live + scanned / sizeof(RingEntry); // as much as the scan
  uint64_t at = grown > worth ? grown : worth;
  constexpr uint64_t kMost = kMaxHistories - (1u << 21);
  return (uint32_t)(at < kMost ? at : kMost);
}

} // namespace

// The loop profile has states at these ids, and no reader that must know.
static void adopt_states(uint32_t live, uint64_t scanned, uint32_t words, int saved_errno) {
  keep_states(marks, words);
  memset(marks, 0, (size_t)words * 8);
  next_history = live + 1;
  collect_at = next_threshold(live, scanned);
  count_event(kCountCollections);
  if (live >= collect_at) stop_recording(kStopMemory);
  errno = saved_errno;
}

bool map_histories(bool of_loops) {
  marks = (uint64_t*)map_memory(kMaxHistories / 8);
  marks_before = (uint32_t*)map_memory(kMaxHistories / 64 * sizeof(uint32_t));
  kept_histories = (KeptHistory*)map_memory((uint64_t)kMaxHistories * sizeof(KeptHistory));
  first_is_asked = ring_header()->collect_at != 0;
  first_collection = first_is_asked ? ring_header()->collect_at : of_loops ? kFirstOfLoops : kFirstCollection;
  collect_at = first_collection;
  return marks && marks_before && kept_histories;
}

void keep_histories() {
  if (kept_from == kNotKept) kept_from = next_history;
}
void keep_all_histories() {
  all_are_kept = true;
  keep_histories();
}
void forget_kept_histories() {
  if (!all_are_kept) kept_from = kNotKept;
}

// A page fault of 2 MiB takes 0.2 ms here, and made one short task in 8,000 the longest of all.
void populate_more_histories() {
  constexpr uint32_t kSpare = 1 << 16, kStep = (3 << 20) / sizeof(KeptHistory);
  if (UNPLY_LIKELY(next_history - kept_from + kSpare <= populated)) return;
  int saved = errno;
  while (populated < next_history - kept_from + kSpare && populated < kMaxHistories) {
    KeptHistory* begin = kept_histories + populated;
    if (madvise(begin, kStep * sizeof(KeptHistory), MADV_POPULATE_WRITE)) // Linux 5.14
      for (uint32_t i = 0; i < kStep; i += kPage / 16) *(volatile uint32_t*)&begin[i].previous = 0;
    populated += kStep;
  }
  errno = saved;
}

void collect_histories() {
  int saved = errno;
  uint64_t begun = __rdtsc();
  const int mappings = open_mappings();
  if (mappings < 0) { // no descriptor is free now
    if (collect_at + first_collection < kMaxHistories)
      collect_at += first_collection;
    else
      stop_recording(kStopMemory);
    errno = saved;
    return;
  }
  close_nodes();
  uint64_t scanned = 0;
  const uint32_t words = (next_history + 63) / 64;
  const uint32_t live = renumber(mappings, words, scanned);
  close(mappings);
  if (mode == Mode::loops) return adopt_states(live, scanned, words, saved);
  hand_over_marks(words);
  context.load_floor = context.store_floor = (marked_below(context.load_floor >> 1) + 1) << 1;
  trace_floor = (marked_below(trace_floor >> 1) + 1) << 1;
  memset(marks, 0, (size_t)words * 8);
  next_history = live + 1;
  context.known_floor = history_floor();
  forget_site_transitions();
  forget_known_transitions();
  collect_at = next_threshold(live, scanned);
  count_event(kCountCollections);
  if (live >= collect_at) stop_recording(kStopMemory);
  leave_out_of_run(__rdtsc() - begun); // 5 ms, which would be the longest task of many a program
  errno = saved;
}

} // namespace unply::runtime
