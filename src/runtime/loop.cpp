// The hook for all affine accesses of a loop at once: in place of trip * streams single accesses, a few passes over the
// shadow that handle each run of words with equal history in one step (gemm: 12.9x native without, 3.0x with).
//
// Why this is exact. Within one run of one vertex, what a byte's accesses do depends on two questions only: does a load
// come before the first store, and is there a store? So handling all loads first, stream by stream, and then all stores
// is right unless some byte is stored first and loaded later in the loop; then that load must do nothing. `plan` finds
// the pairs of streams where this can happen, shortens the loads where a formula says from which iteration on they read
// what the loop wrote, and falls back to single accesses in program order where none does.
#include "runtime/transition.h"
#include <emmintrin.h>

namespace unply::runtime {

namespace {

struct Interval {
  uint64_t begin, end;
};

UNPLY_INLINE Interval interval_of(const UnplyStream& s, uint64_t trip) {
  uint64_t first = (uint64_t)s.base, last = first + (uint64_t)s.stride * (trip - 1);
  return s.stride >= 0 ? Interval{first, last + s.bytes} : Interval{last, first + s.bytes};
}

UNPLY_INLINE bool overlap(const Interval& a, const Interval& b) { return a.begin < b.end && b.begin < a.end; }

enum class Order : uint8_t { loads_first, shortened, program_order };

// Load `r` and store `w` touch overlapping intervals; `load_comes_first`: in the body. May lower `*load_trip`.
Order order_of(const UnplyStream& r, const UnplyStream& w, bool load_comes_first, uint64_t* load_trip) {
  int64_t distance = (int64_t)((uint64_t)w.base - (uint64_t)r.base);
  if (r.stride == w.stride && r.stride != 0) {
    int64_t stride = r.stride;
    int64_t size = stride < 0 ? -stride : stride;
    int64_t phase = distance % size;
    if (phase < 0) phase += size;
    // Fields of one array of structures: the same interval, but never the same bytes.
    if (phase >= (int64_t)r.bytes && phase + (int64_t)w.bytes <= size) return Order::loads_first;
    if (phase != 0 || r.bytes != w.bytes || (int64_t)r.bytes > size) return Order::program_order;
    int64_t ahead = distance / stride; // what iteration i stores, iteration i + ahead loads
    if (ahead < 0 || (ahead == 0 && load_comes_first)) return Order::loads_first;
    if ((uint64_t)ahead < *load_trip) *load_trip = (uint64_t)ahead;
    return Order::shortened;
  }
  if (r.stride == 0) { // loaded in iteration 0: only that iteration's store can come before
    bool meet = distance < (int64_t)r.bytes && -distance < (int64_t)w.bytes;
    if (load_comes_first || !meet) return Order::loads_first;
    if (distance <= 0 && -distance + (int64_t)r.bytes <= (int64_t)w.bytes) {
      *load_trip = 0;
      return Order::shortened;
    }
  }
  return Order::program_order;
}

// How many iterations of each load stream count; false: only program order is exact.
bool plan(uint64_t trip, const UnplyStream* streams, uint32_t count, uint64_t* load_trips, Interval* intervals) {
  for (uint32_t i = 0; i < count; i++) {
    intervals[i] = interval_of(streams[i], trip);
    load_trips[i] = trip;
  }
  for (uint32_t w = 0; w < count; w++) {
    if (!streams[w].write) continue;
    for (uint32_t r = 0; r < count; r++) {
      if (streams[r].write || !overlap(intervals[w], intervals[r])) continue;
      if (order_of(streams[r], streams[w], r < w, &load_trips[r]) == Order::program_order) return false;
    }
  }
  return true;
}

// First word in [w, end) that is below the floor (ids are below 2^31, so signed compares are right).
UNPLY_INLINE uint32_t* skip_seen(uint32_t* w, uint32_t* end, uint32_t floor) {
  __m128i limit = _mm_set1_epi32((int)floor - 1);
  while (w + 8 <= end) {
    __m128i a = _mm_cmpgt_epi32(_mm_loadu_si128((__m128i*)w), limit);
    __m128i b = _mm_cmpgt_epi32(_mm_loadu_si128((__m128i*)(w + 4)), limit);
    if (_mm_movemask_epi8(_mm_and_si128(a, b)) != 0xffff) break;
    w += 8;
  }
  while (w < end && *w >= floor) w++;
  return w;
}

// First word in [w, end) that differs from id.
UNPLY_INLINE uint32_t* skip_equal(uint32_t* w, uint32_t* end, uint32_t id) {
  __m128i same = _mm_set1_epi32((int)id);
  while (w + 8 <= end) {
    __m128i a = _mm_cmpeq_epi32(_mm_loadu_si128((__m128i*)w), same);
    __m128i b = _mm_cmpeq_epi32(_mm_loadu_si128((__m128i*)(w + 4)), same);
    if (_mm_movemask_epi8(_mm_and_si128(a, b)) != 0xffff) break;
    w += 8;
  }
  while (w < end && *w == id) w++;
  return w;
}

UNPLY_INLINE void fill(uint32_t* w, uint32_t* end, uint32_t id) {
  __m128i value = _mm_set1_epi32((int)id);
  for (; w + 4 <= end; w += 4) _mm_storeu_si128((__m128i*)w, value);
  for (; w < end; w++) *w = id;
}

// Whole words [begin, end) of the plane, run by run.
void touch_words(uint64_t address, uint32_t* w, uint32_t* end, UnplySite* site, bool write) {
  uint32_t* first = w;
  while (w < end) {
    uint32_t id = *w;
    if (id == kSplit) {
      touch_bytes(address + (uint64_t)(w - first) * 4, 4, site, write);
      w++;
      continue;
    }
    if (!write && id >= context.load_floor) {
      w = skip_seen(w + 1, end, context.load_floor);
      continue;
    }
    uint32_t* last = skip_equal(w + 1, end, id);
    uint32_t bytes = (uint32_t)(last - w) * 4;
    uint32_t after = write ? after_store(id, site, bytes) : after_load(id, site, bytes);
    if (after != id) fill(w, last, after);
    w = last;
  }
}

} // namespace

void touch_range(uint64_t address, uint64_t bytes, UnplySite* site, bool write) {
  uint64_t end = address + bytes;
  uint64_t first = (address + 3) & ~3ull, last = end & ~3ull;
  if (first >= last) return touch_bytes(address, bytes, site, write);
  if (address < first) touch_bytes(address, first - address, site, write);
  // In pieces, so that no count of bytes passes 2^32 and the history table is looked after in between: beyond
  // compact_at it has room for one history for each byte of a piece.
  for (uint64_t piece = 1 << 20; first < last; first += piece) {
    if (piece > last - first) piece = last - first;
    if (UNPLY_UNLIKELY(next_history >= compact_at)) compact_histories();
    touch_words(first, word_shadow(first), word_shadow(first + piece - 4) + 1, site, write);
  }
  if (last < end) touch_bytes(last, end - last, site, write);
}

namespace {

void touch_stream(const UnplyStream& s, uint64_t trip) {
  if (!trip) return;
  uint64_t base = (uint64_t)s.base;
  if (s.stride == 0) trip = 1;
  if (mode == Mode::accesses) return stream_access(base, s.bytes, s.stride, trip, s.site->id, s.write);
  if (s.stride == (int64_t)s.bytes || trip == 1) return touch_range(base, s.bytes * trip, s.site, s.write);
  if (s.stride == -(int64_t)s.bytes)
    return touch_range(base - (uint64_t)s.bytes * (trip - 1), s.bytes * trip, s.site, s.write);
  for (uint64_t i = 0; i < trip; i++, base += (uint64_t)s.stride) {
    if (UNPLY_UNLIKELY(next_history >= compact_at)) compact_histories();
    touch_bytes(base, s.bytes, s.site, s.write);
  }
}

void in_program_order(uint64_t trip, const UnplyStream* streams, uint32_t count) {
  for (uint64_t i = 0; i < trip; i++)
    for (uint32_t k = 0; k < count; k++) {
      const UnplyStream& s = streams[k];
      touch((uint64_t)s.base + i * (uint64_t)s.stride, s.bytes, s.site, s.write);
    }
}

constexpr uint32_t kMostStreams = 64;

void touch_loop(uint64_t trip, const UnplyStream* streams, uint32_t count) {
  if (!vertex.id) { // outside tasks: stores end histories, in any order
    for (uint32_t k = 0; k < count; k++) {
      const UnplyStream& s = streams[k];
      if (!s.write) continue;
      if (mode == Mode::accesses) {
        stream_access((uint64_t)s.base, s.bytes, s.stride, s.stride ? trip : 1, s.site->id, true);
      } else if (s.stride == (int64_t)s.bytes) {
        forget((uint64_t)s.base, s.bytes * trip);
      } else {
        for (uint64_t i = 0; i < (s.stride ? trip : 1); i++) forget((uint64_t)s.base + i * (uint64_t)s.stride, s.bytes);
      }
    }
    return;
  }
  uint64_t load_trips[kMostStreams];
  Interval intervals[kMostStreams];
  // Where a renewal may come up, its place in program order decides which vertex the later edges end in.
  if (vertex.had_nested || count > kMostStreams || !plan(trip, streams, count, load_trips, intervals))
    return in_program_order(trip, streams, count);
  for (uint32_t k = 0; k < count; k++)
    if (!streams[k].write) touch_stream(streams[k], load_trips[k]);
  for (uint32_t k = 0; k < count; k++)
    if (streams[k].write) touch_stream(streams[k], trip);
}

} // namespace
} // namespace unply::runtime

using namespace unply::runtime;

extern "C" __attribute__((visibility("default"))) void __unply_loop(uint64_t trip, const UnplyStream* streams,
                                                                    uint32_t count) {
  if (!context.store_floor || !trip) return;
  if (context.busy) return count_event(kCountSignalsInside);
  context.busy = 1;
  if (vertex.id) context.hooks += count;
  touch_loop(trip, streams, count);
  context.busy = 0;
}
