// See columns.h.
#include "runtime/profile/columns.h"
#include "runtime/extents.h"
#include "runtime/loop.h"
#include "runtime/profile/known_words.h"
#include "runtime/profile/whole_loops.h"

namespace unply::runtime {

namespace {

constexpr uint32_t kLoops = 2;

uint64_t address_of(const QueuedAccess& access) { return access.address_kind & kAddressMask; }

// Whether this row is of the same places as the one `apart` entries before it, and `strides` behind it. Without
// branches for each entry: that takes 1 ns, which is a tenth of what an FFT takes for an access.
UNPLY_INLINE bool in_step(const QueuedAccess* row, uint64_t each, uint64_t apart, const int64_t* strides) {
  const QueuedAccess* before = row - apart;
  uint64_t differs = (uint64_t)row->site;
  for (uint64_t k = 1; k < each; k++)
    differs |= ((uint64_t)row[k].site ^ (uint64_t)before[k].site) |
               ((row[k].address_kind - before[k].address_kind) ^ (uint64_t)strides[k]);
  return !differs;
}

// How many rows from the first on are `strides` apart.
uint64_t rows_in_step(const QueuedAccess* begin, const QueuedAccess* end, uint64_t each, const int64_t* strides) {
  uint64_t rows = 1;
  for (const QueuedAccess* row = begin + each; row < end && in_step(row, each, each, strides); row += each) rows++;
  return rows;
}

// Whether each row is `strides` behind the one `apart` entries before it.
bool repeat(const QueuedAccess* begin, const QueuedAccess* end, uint64_t each, uint64_t apart, const int64_t* strides) {
  for (const QueuedAccess* row = begin + apart; row < end; row += each)
    if (!in_step(row, each, apart, strides)) return false;
  return true;
}

// Both loops of a column without signs, the one with the shorter stride first; those that stay in place are left out.
struct Steps {
  uint64_t base;
  uint64_t stride[kLoops] = {0, 0}, trip[kLoops] = {1, 1};
  uint32_t count = 0;
  bool stays = false; // an address comes more than once
};

Steps steps_of(const UnplyNestStream& s, const uint64_t* trips) {
  Steps steps;
  steps.base = (uint64_t)s.base;
  for (uint32_t k = 0; k < kLoops; k++) {
    if (trips[k] == 1) continue;
    int64_t stride = s.strides[k];
    if (!stride) {
      steps.stays = true;
      continue;
    }
    if (stride < 0) steps.base += (uint64_t)stride * (trips[k] - 1), stride = -stride;
    uint32_t at = steps.count++;
    if (at && steps.stride[0] > (uint64_t)stride) {
      steps.stride[1] = steps.stride[0], steps.trip[1] = steps.trip[0];
      at = 0;
    }
    steps.stride[at] = (uint64_t)stride, steps.trip[at] = trips[k];
  }
  return steps;
}

// Bytes from the first to the end of the last access of the loop with the shorter stride.
uint64_t span_of(const Steps& steps, uint64_t bytes) { return steps.stride[0] * (steps.trip[0] - 1) + bytes; }

bool visits_each_byte_once(const Steps& steps, uint64_t bytes) {
  if (steps.stays || (steps.count && steps.stride[0] < bytes)) return false;
  return steps.count < 2 || steps.stride[1] >= span_of(steps, bytes);
}

bool same_strides(const UnplyNestStream& a, const UnplyNestStream& b) {
  return a.strides[0] == b.strides[0] && a.strides[1] == b.strides[1];
}

// Of what comes each `stride` bytes: whether blocks of these sizes, one `offset` behind the other, lie side by side.
bool side_by_side(uint64_t stride, int64_t offset, uint64_t size, uint64_t other_size) {
  int64_t phase = offset % (int64_t)stride;
  if (phase < 0) phase += (int64_t)stride;
  return (uint64_t)phase >= size && (uint64_t)phase + other_size <= stride;
}

// They never touch the same byte, or do so in one iteration only. The first one visits each byte once.
bool meet_in_one_iteration_at_most(const UnplyNestStream& a, const Steps& steps, const UnplyNestStream& b) {
  if (!same_strides(a, b) || !steps.count) return false;
  if (a.base == b.base && a.bytes == b.bytes) return true;
  const auto offset = (int64_t)((uint64_t)b.base - (uint64_t)a.base);
  const bool one_phase = steps.count < 2 || steps.stride[1] % steps.stride[0] == 0;
  if (one_phase && side_by_side(steps.stride[0], offset, a.bytes, b.bytes)) return true;
  return steps.count == 2 && side_by_side(steps.stride[1], offset, span_of(steps, a.bytes), span_of(steps, b.bytes));
}

// Shorter ones element by element: a range takes 20 ns, an element of a state that is known 1.5.
constexpr uint64_t kLeastRange = 128;

template <class Words, bool kWrite> void touch_elements(const Steps& steps, UnplySite* site) {
  KnownWords<Words> known;
  for (uint64_t j = 0; j < steps.trip[1]; j++) {
    uint64_t at = steps.base + j * steps.stride[1];
    for (uint64_t i = 0; i < steps.trip[0]; i++, at += steps.stride[0]) access_words<Words, kWrite>(known, at, site);
  }
}

void touch_runs(const Steps& steps, const UnplyNestStream& s) {
  const uint64_t rows = steps.trip[1], bytes = s.bytes * steps.trip[0];
  if (rows > 1 && steps.stride[1] == bytes) return touch_range(steps.base, bytes * rows, s.site, s.write);
  for (uint64_t j = 0; j < rows; j++) {
    if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
    touch_range(steps.base + j * steps.stride[1], bytes, s.site, s.write);
  }
}

void touch_column(const UnplyNestStream& s, const uint64_t* trips) {
  const Steps steps = steps_of(s, trips);
  if (!s.write) confined_stream = confined_at(extent_of(s, trips, kLoops));
  if (steps.count && steps.stride[0] == s.bytes && s.bytes * steps.trip[0] >= kLeastRange) {
    touch_runs(steps, s);
  } else if (s.bytes == 8) {
    s.write ? touch_elements<uint64_t, true>(steps, s.site) : touch_elements<uint64_t, false>(steps, s.site);
  } else if (s.bytes == 4) {
    s.write ? touch_elements<uint32_t, true>(steps, s.site) : touch_elements<uint32_t, false>(steps, s.site);
  } else {
    for (uint64_t j = 0; j < steps.trip[1]; j++)
      for (uint64_t i = 0; i < steps.trip[0]; i++) {
        if (UNPLY_UNLIKELY(next_history >= collect_at)) collect_histories();
        touch_bytes(steps.base + i * steps.stride[0] + j * steps.stride[1], s.bytes, s.site, s.write);
      }
  }
  confined_stream = nullptr;
}

void streams_of(const Columns& columns, UnplyStream* streams) {
  for (uint32_t k = 0; k < columns.count; k++) {
    const UnplyNestStream& s = columns.of[k];
    streams[k] = {s.base, s.strides[0], s.site, s.bytes, s.write};
  }
}

} // namespace

uint64_t entries_of_first(const QueuedAccess* begin, const QueuedAccess* end) {
  const QueuedAccess* second = begin + 1;
  while (second < end && second->site) second++;
  const auto each = (uint64_t)(second - begin);
  return begin->site || (uint64_t)(end - begin) % each ? 0 : each;
}

bool all_alike(const QueuedAccess* begin, const QueuedAccess* end, uint64_t each) {
  for (const QueuedAccess* a = begin + each; a < end; a++)
    if (a->site != a[-(int64_t)each].site) return false;
  return true;
}

bool find_columns(const QueuedAccess* begin, const QueuedAccess* end, uint64_t each, Columns& columns) {
  const uint64_t rows = (uint64_t)(end - begin) / each;
  if (each < 2 || each > kMostColumns + 1 || rows < 2) return false;
  int64_t inner[kMostColumns + 1] = {}, outer[kMostColumns + 1] = {};
  for (uint64_t k = 1; k < each; k++) inner[k] = (int64_t)(begin[each + k].address_kind - begin[k].address_kind);
  const uint64_t in_step = rows_in_step(begin, end, each, inner);
  if (rows % in_step) return false;
  if (in_step < rows) {
    for (uint64_t k = 1; k < each; k++)
      outer[k] = (int64_t)(begin[in_step * each + k].address_kind - begin[k].address_kind);
    if (!repeat(begin, end, each, in_step * each, outer)) return false;
  }
  columns.trips[0] = in_step, columns.trips[1] = rows / in_step;
  columns.count = (uint32_t)each - 1;
  for (uint32_t k = 0; k < columns.count; k++) {
    const QueuedAccess& first = begin[k + 1];
    const auto kind = (uint32_t)(first.address_kind >> kKindShift);
    columns.of[k] = {.base = (const void*)address_of(first),
                     .strides = {inner[k + 1], outer[k + 1]},
                     .site = first.site,
                     .bytes = 1u << kind / 2,
                     .write = (uint16_t)(kind & 1),
                     .level = 0};
  }
  return true;
}

bool are_apart(const Columns& columns) {
  Extent extents[kMostColumns];
  for (uint32_t k = 0; k < columns.count; k++) extents[k] = extent_of(columns.of[k], columns.trips, kLoops);
  for (uint32_t w = 0; w < columns.count; w++) {
    const UnplyNestStream& store = columns.of[w];
    if (!store.write) continue;
    const Steps steps = steps_of(store, columns.trips);
    if (!visits_each_byte_once(steps, store.bytes)) return false;
    for (uint32_t k = 0; k < columns.count; k++)
      if (k != w && !apart(extents[w], extents[k]) && !meet_in_one_iteration_at_most(store, steps, columns.of[k]))
        return false;
  }
  return true;
}

void touch_columns(const Columns& columns) {
  for (uint32_t k = 0; k < columns.count; k++) touch_column(columns.of[k], columns.trips);
}

bool note_columns(const UnplyLoop& loop, const Columns& columns) {
  if (columns.trips[1] != 1) return false;
  UnplyStream streams[kMostColumns];
  streams_of(columns, streams);
  return note_streams(loop, columns.trips[0], streams, columns.count);
}

void touch_noted_columns(const Columns& columns) {
  UnplyStream streams[kMostColumns];
  streams_of(columns, streams);
  known_moment = loop_now;
  touch_loop(columns.trips[0], streams, columns.count);
  known_moment = 0;
}

} // namespace unply::runtime
