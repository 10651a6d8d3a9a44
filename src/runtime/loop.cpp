// The hook for all affine accesses of a loop: it replaces trip * streams single accesses by a few passes over the
// shadow that handle each run of words with equal history in one step (gemm: 12.9x native without, 3.0x with).
//
// Why this is exact. Within one run of one vertex, the effect of the accesses to a byte depends on only three
// questions: does a load come before the first store, is there a store, and does a load come after the last one? The
// streams are therefore handled in three phases: loads of data that the loop has not stored yet, all stores, loads of
// data that it has stored. `plan` determines, for each pair of overlapping streams, the part of the load in each phase;
// if no formula applies, every access is performed separately, in program order.
#include "runtime/loop.h"
#include "runtime/extents.h"
#include "runtime/stream.h"
#include "runtime/transition.h"
#include <immintrin.h>

namespace unply::runtime {

namespace {

// The iterations of a load stream that belong to the first and to the third phase.
struct LoadPhases {
  uint64_t before_end;  // [0, before_end) load values that the loop has not stored yet
  uint64_t after_begin; // [after_begin, trip) load values that it has stored
};

// Determines the order of the load `r` and the store `w`; false: only program order is exact. `load_first`: the load
// comes first in the body.
bool phases_of_strided(const UnplyStream& r, const UnplyStream& w, bool load_first, uint64_t trip, LoadPhases* phases) {
  int64_t distance = (int64_t)((uint64_t)w.base - (uint64_t)r.base);
  int64_t size = r.stride < 0 ? -r.stride : r.stride;
  if (distance % size != 0 || r.bytes != w.bytes || (int64_t)r.bytes > size) return false;
  int64_t ahead = distance / r.stride; // iteration i + ahead loads the value that iteration i stores
  if (ahead < 0 || (ahead == 0 && load_first)) return true;
  if ((uint64_t)ahead < trip) *phases = {(uint64_t)ahead, (uint64_t)ahead};
  return true;
}

// A loop-invariant load and a store that passes over it: stored in one iteration, loaded in all.
bool phases_of_invariant(const UnplyStream& r, const UnplyStream& w, bool load_first, uint64_t trip,
                         LoadPhases* phases) {
  int64_t ahead = (int64_t)((uint64_t)r.base - (uint64_t)w.base);
  if (w.stride == 0) {
    if (ahead != 0 || r.bytes != w.bytes) return false;
    *phases = load_first ? LoadPhases{1, 1} : LoadPhases{0, 0}; // an accumulator ends stored, or loaded
    return true;
  }
  int64_t size = w.stride < 0 ? -w.stride : w.stride;
  int64_t offset = ahead % size;
  if (offset < 0) offset += size;
  if (offset >= (int64_t)w.bytes && offset + (int64_t)r.bytes <= size) return true; // between the stores
  int64_t iteration = (ahead - offset) / w.stride;
  bool inside = offset + (int64_t)r.bytes <= (int64_t)w.bytes && (int64_t)w.bytes <= size;
  if (!inside || iteration < 0 || (uint64_t)iteration >= trip) return false;
  bool before = iteration > 0 || load_first;
  bool after = (uint64_t)iteration < trip - 1 || !load_first;
  *phases = {before ? 1u : 0u, after ? 0u : 1u};
  return true;
}

// Fields of one array of structures.
bool never_meet(const UnplyStream& a, const UnplyStream& b) {
  return a.stride && a.stride == b.stride && interleaved(a, b, (int64_t)((uint64_t)b.base - (uint64_t)a.base));
}

// Which of two stores comes first to a byte says whose dependence on what was there before it is: one stream after the
// other keeps that order only if they go the same way.
bool stores_cross(const UnplyStream* streams, const Extent* extents, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t i = k + 1; i < count; i++) {
      const UnplyStream &a = streams[k], &b = streams[i];
      if (!a.write || !b.write || apart(extents[k], extents[i])) continue;
      const bool alike = a.stride == b.stride && a.base == b.base && a.bytes == b.bytes;
      if (!alike && !never_meet(a, b)) return true;
    }
  return false;
}

// The phases of each load stream, whose iterations count as one when it is invariant; false: program order.
bool plan(uint64_t trip, const UnplyStream* streams, uint32_t count, LoadPhases* phases, Extent* extents) {
  for (uint32_t i = 0; i < count; i++) extents[i] = extent_of(streams[i], trip);
  if (stores_cross(streams, extents, count)) return false;
  for (uint32_t k = 0; k < count; k++) {
    const UnplyStream& r = streams[k];
    if (r.write) continue;
    uint64_t all = r.stride ? trip : 1;
    phases[k] = {all, all};
    uint32_t meets = 0;
    for (uint32_t i = 0; i < count; i++) {
      const UnplyStream& w = streams[i];
      if (!w.write || apart(extents[i], extents[k]) || never_meet(r, w)) continue;
      LoadPhases found = {all, all};
      bool known = r.stride == 0          ? phases_of_invariant(r, w, k < i, trip, &found)
                   : r.stride == w.stride ? phases_of_strided(r, w, k < i, trip, &found)
                                          : false;
      if (!known) return false;
      bool only_before = found.before_end == all && found.after_begin == all;
      if (meets++ && !(only_before && phases[k].before_end == all && phases[k].after_begin == all)) return false;
      phases[k] = found;
    }
  }
  return true;
}

// Vectors of words, in the two widths that x86-64 programs meet. Rejected: 64-byte vectors, which lower the clock of
// some processors and gained nothing here.
struct Sse2 {
  using Vector = __m128i;
  static constexpr int kWords = 4;
  static UNPLY_INLINE Vector all(uint32_t id) { return _mm_set1_epi32((int)id); }
  static UNPLY_INLINE Vector read(const uint32_t* w) { return _mm_loadu_si128((const Vector*)w); }
  static UNPLY_INLINE void write(uint32_t* w, Vector v) { _mm_storeu_si128((Vector*)w, v); }
  static UNPLY_INLINE Vector equal(Vector a, Vector b) { return _mm_cmpeq_epi32(a, b); }
  static UNPLY_INLINE Vector both(Vector a, Vector b) { return _mm_and_si128(a, b); }
  static UNPLY_INLINE bool yes(Vector v) { return _mm_movemask_epi8(v) == 0xffff; }
};
#define UNPLY_AVX2 __attribute__((target("avx2"), always_inline)) inline
struct Avx2 {
  using Vector = __m256i;
  static constexpr int kWords = 8;
  static UNPLY_AVX2 Vector all(uint32_t id) { return _mm256_set1_epi32((int)id); }
  static UNPLY_AVX2 Vector read(const uint32_t* w) { return _mm256_loadu_si256((const Vector*)w); }
  static UNPLY_AVX2 void write(uint32_t* w, Vector v) { _mm256_storeu_si256((Vector*)w, v); }
  static UNPLY_AVX2 Vector equal(Vector a, Vector b) { return _mm256_cmpeq_epi32(a, b); }
  static UNPLY_AVX2 Vector both(Vector a, Vector b) { return _mm256_and_si256(a, b); }
  static UNPLY_AVX2 bool yes(Vector v) { return _mm256_movemask_epi8(v) == -1; }
};

// Whole words [w, end) of the plane, run by run; `address` belongs to w. A macro, because a template cannot carry the
// target attribute of its argument.
#define UNPLY_DEFINE_TOUCH_WORDS(name, V, attribute)                                                                   \
  attribute void name(uint64_t address, uint32_t* w, uint32_t* end, UnplySite* site, bool write) {                     \
    uint32_t* first = w;                                                                                               \
    while (w < end) {                                                                                                  \
      uint32_t id = *w;                                                                                                \
      if (id == kSplit) {                                                                                              \
        touch_bytes(address + (uint64_t)(w - first) * 4, 4, site, write);                                              \
        w++;                                                                                                           \
        continue;                                                                                                      \
      }                                                                                                                \
      uint32_t* last = w + 1;                                                                                          \
      V::Vector same = V::all(id);                                                                                     \
      while (last + 4 * V::kWords <= end && /* four at a time: one test for 32 words */                                \
             V::yes(V::both(V::both(V::equal(V::read(last), same), V::equal(V::read(last + V::kWords), same)),         \
                            V::both(V::equal(V::read(last + 2 * V::kWords), same),                                     \
                                    V::equal(V::read(last + 3 * V::kWords), same)))))                                  \
        last += 4 * V::kWords;                                                                                         \
      while (last + V::kWords <= end && V::yes(V::equal(V::read(last), same))) last += V::kWords;                      \
      while (last < end && *last == id) last++;                                                                        \
      uint32_t after = after_access_of(w, (uint32_t)(last - w), site, write);                                          \
      if (after != id) {                                                                                               \
        V::Vector value = V::all(after);                                                                               \
        for (; w + V::kWords <= last; w += V::kWords) V::write(w, value);                                              \
        for (; w < last; w++) *w = after;                                                                              \
      }                                                                                                                \
      w = last;                                                                                                        \
    }                                                                                                                  \
  }
UNPLY_DEFINE_TOUCH_WORDS(touch_words_sse2, Sse2, )
UNPLY_DEFINE_TOUCH_WORDS(touch_words_avx2, Avx2, __attribute__((target("avx2"))))

bool use_avx2;

} // namespace

void choose_vectors() { use_avx2 = __builtin_cpu_supports("avx2"); }

void touch_range(uint64_t address, uint64_t bytes, UnplySite* site, bool write) {
  uint64_t end = address + bytes;
  uint64_t first = (address + 3) & ~3ull, last = end & ~3ull;
  if (first >= last) return touch_bytes(address, bytes, site, write);
  if (address < first) touch_bytes(address, first - address, site, write);
  // Works in pieces, so that no count of bytes exceeds 2^32 and histories can be collected in between: beyond
  // collect_at there are ids for one history for each byte of a piece.
  for (uint64_t piece = 1 << 20; first < last; first += piece) {
    if (piece > last - first) piece = last - first;
    if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
    auto touch_words = use_avx2 ? touch_words_avx2 : touch_words_sse2;
    touch_words(first, word_shadow(first), word_shadow(first + piece - 4) + 1, site, write);
  }
  if (last < end) touch_bytes(last, end - last, site, write);
}

// The next row of a sparse matrix begins at the end of this one: a sixth of the time of its product with a vector.
static void prefetch_behind(uint64_t end) {
  __builtin_prefetch((const void*)(end + 64));
  __builtin_prefetch((const void*)(end + 128));
  __builtin_prefetch(word_shadow(end + 64), 1);
  __builtin_prefetch(word_shadow(end + 128), 1);
}

// Of a stream with this base.
static void touch_elements(const UnplyStream& s, uint64_t base, uint64_t trip) {
  if (mode == Mode::accesses) return stream_access(base, s.bytes, s.stride, trip, s.site, s.write);
  if (s.stride == (int64_t)s.bytes || trip == 1) {
    touch_range(base, s.bytes * trip, s.site, s.write);
    return prefetch_behind(base + s.bytes * trip);
  }
  if (s.stride == -(int64_t)s.bytes)
    return touch_range(base - (uint64_t)s.bytes * (trip - 1), s.bytes * trip, s.site, s.write);
  const bool whole_words = !((base | s.bytes | (uint64_t)s.stride) & 3);
  for (uint64_t i = 0; i < trip; i++, base += (uint64_t)s.stride) {
    if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
    if (whole_words)
      touch_element(base, s.bytes, s.site, s.write);
    else
      touch_bytes(base, s.bytes, s.site, s.write);
  }
}

void touch_stream(const UnplyStream& s, uint64_t first, uint64_t end) {
  if (first >= end) return;
  const uint64_t base = (uint64_t)s.base + first * (uint64_t)s.stride;
  if (UNPLY_UNLIKELY(confined_count) && !s.write) {
    UnplyStream part = s;
    part.base = (const void*)base;
    confined_stream = confined_at(extent_of(part, end - first));
  }
  touch_elements(s, base, end - first);
  confined_stream = nullptr;
}

namespace {

void in_program_order(uint64_t trip, const UnplyStream* streams, uint32_t count) {
  for (uint64_t i = 0; i < trip; i++)
    for (uint32_t k = 0; k < count; k++) {
      const UnplyStream& s = streams[k];
      touch((uint64_t)s.base + i * (uint64_t)s.stride, s.bytes, s.site, s.write);
    }
}

constexpr uint32_t kMostStreams = kUnplyNestRows;

} // namespace

void touch_loop(uint64_t trip, const UnplyStream* streams, uint32_t count) {
  if (!vertex.id) { // outside tasks: stores end histories, in any order
    for (uint32_t k = 0; k < count; k++) {
      const UnplyStream& s = streams[k];
      if (!s.write) continue;
      if (mode == Mode::accesses) {
        stream_access((uint64_t)s.base, s.bytes, s.stride, s.stride ? trip : 1, s.site, true);
      } else if (s.stride == (int64_t)s.bytes) {
        overwrite_outside((uint64_t)s.base, s.bytes * trip);
      } else {
        for (uint64_t i = 0; i < (s.stride ? trip : 1); i++)
          overwrite_outside((uint64_t)s.base + i * (uint64_t)s.stride, s.bytes);
      }
    }
    return;
  }
  LoadPhases phases[kMostStreams];
  Extent extents[kMostStreams];
  // If a renewal may be needed, its place in program order decides in which vertex later edges end.
  if (vertex.had_nested || count > kMostStreams || !plan(trip, streams, count, phases, extents))
    return in_program_order(trip, streams, count);
  for (uint32_t k = 0; k < count; k++)
    if (!streams[k].write) touch_stream(streams[k], 0, phases[k].before_end);
  for (uint32_t k = 0; k < count; k++)
    if (streams[k].write) touch_stream(streams[k], 0, streams[k].stride ? trip : 1);
  for (uint32_t k = 0; k < count; k++)
    if (!streams[k].write) touch_stream(streams[k], phases[k].after_begin, streams[k].stride ? trip : 1);
}

} // namespace unply::runtime

using namespace unply::runtime;

extern "C" __attribute__((visibility("default"))) void __unply_loop(uint64_t trip, const UnplyStream* streams,
                                                                    uint32_t count) {
  if (!context.store_floor || !trip) return;
  if (context.busy) return count_event(kCountSignalsInside);
  Busy busy;
  if (vertex.id) context.hooks += count;
  touch_loop(trip, streams, count);
}

extern "C" __attribute__((visibility("default"))) uint32_t __unply_loop_beside(uint64_t trip,
                                                                               const UnplyStream* streams,
                                                                               uint32_t count) {
  if (!context.store_floor || context.busy) return 0;
  if (vertex.id && vertex.had_nested) return 1;
  __unply_loop(trip, streams, count);
  return 0;
}
