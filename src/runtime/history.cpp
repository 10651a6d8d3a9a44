// The table of histories and its compaction.
//
// Exact reader lists grow with every new reader and become garbage at the next write, so the table is compacted when it
// has outgrown the live histories: mark from the shadow, slide down in order (ids stay sorted by time), rewrite the
// shadow. This costs two passes over the resident shadow; the next threshold keeps it below the cost of filling the
// table.
#include "runtime/history.h"
#include "runtime/edges.h"
#include "runtime/mappings.h"
#include "runtime/shadow.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <x86intrin.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 // newer than the C library's header
#endif

namespace unply::runtime {

History* histories;
uint32_t next_history = 1; // 0 means "nothing known", and id 1 (index 0, a write) is kSplit
uint32_t compact_at;
uint32_t populated_histories;

namespace {

constexpr uint32_t kFirstCompaction = 1 << 18; // 4 MiB of histories
constexpr uint64_t kPage = 4096;

uint8_t* marked;     // by index
uint32_t* new_index; // by index

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

template <class Visit> uint64_t visit_shadow(Visit visit) {
  uint64_t seen = 0;
  each_mapping([&](uint64_t begin, uint64_t end, bool) {
    if (has_shadow(begin, end - begin)) seen += visit_resident(begin, end, visit);
  });
  return seen;
}

template <class Each> void each_history(uint32_t* words, uint64_t address, Each each) {
  for (uint64_t i = 0; i < kPage / 4; i++) {
    if (!words[i]) continue;
    if (words[i] != kSplit) {
      each(words[i]);
    } else {
      uint32_t* plane = byte_shadow(address + i * 4);
      for (int k = 0; k < 4; k++)
        if (plane[k]) each(plane[k]);
    }
  }
}

uint32_t moved(uint32_t id) { return new_index[id >> 1] << 1 | (id & 1); }

} // namespace

bool map_histories() {
  histories = (History*)map_memory((uint64_t)kMaxHistories * sizeof(History));
  marked = (uint8_t*)map_memory(kMaxHistories);
  new_index = (uint32_t*)map_memory((uint64_t)kMaxHistories * sizeof(uint32_t));
  compact_at = kFirstCompaction;
  // Each fine task fills 64 bytes: page faults of 4 KiB pages were a third of its cost.
  int saved = errno;
  if (histories) madvise(histories, (uint64_t)kMaxHistories * sizeof(History), MADV_HUGEPAGE);
  errno = saved;
  return histories && marked && new_index;
}

void populate_histories() {
  constexpr uint32_t kStep = (2 << 20) / sizeof(History);
  while (populated_histories < next_history + kSpareHistories && populated_histories < kMaxHistories) {
    int saved = errno;
    History* begin = histories + populated_histories;
    if (madvise(begin, kStep * sizeof(History), MADV_POPULATE_WRITE)) // Linux 5.14
      for (uint32_t i = 0; i < kStep; i += kPage / sizeof(History)) *(volatile uint32_t*)&begin[i].previous = 0;
    errno = saved;
    populated_histories += kStep;
  }
}

void compact_histories() {
  int saved = errno;
  uint64_t begun = __rdtsc();
  resolve_later();
  uint64_t scanned = visit_shadow([](uint32_t* words, uint64_t address) {
    each_history(words, address, [](uint32_t id) { marked[id >> 1] = 1; });
  });
  for (uint32_t i = next_history; i-- > 1;) { // a history refers to older ones only: one pass downwards reaches all
    if (!marked[i]) continue;
    marked[histories[i].previous >> 1] = 1;
    marked[histories[i].writer >> 1] = 1;
  }
  uint32_t live = 1;
  for (uint32_t i = 1; i < next_history; i++) {
    if (!marked[i]) continue;
    History h = histories[i];
    new_index[i] = live;
    h.previous = moved(h.previous);
    h.writer = moved(h.writer);
    histories[live++] = h;
  }
  visit_shadow(
      [](uint32_t* words, uint64_t address) { each_history(words, address, [](uint32_t& id) { id = moved(id); }); });
  uint32_t floor = live; // the oldest history of the current run that is left, or the next one
  for (uint32_t i = context.load_floor >> 1; i < next_history; i++)
    if (marked[i]) {
      floor = new_index[i];
      break;
    }
  context.load_floor = context.store_floor = floor << 1;
  memset(marked, 0, next_history);
  next_history = live;
  forget_site_transitions();
  forget_known_transitions();
  uint64_t grown = (uint64_t)live * 2 > kFirstCompaction ? (uint64_t)live * 2 : kFirstCompaction;
  uint64_t worth = live + scanned / sizeof(History); // filling costs as much as the scan
  compact_at = (uint32_t)(grown > worth ? grown : worth > kMaxHistories ? kMaxHistories : worth);
  if (compact_at > kMaxHistories - (1u << 21)) compact_at = kMaxHistories - (1u << 21);
  count_event(kCountCompactions);
  if (live >= compact_at) stop_recording(kStopMemory);
  leave_out_of_run(__rdtsc() - begun); // 5 ms, which would be the longest task of many a program
  errno = saved;
}

} // namespace unply::runtime
