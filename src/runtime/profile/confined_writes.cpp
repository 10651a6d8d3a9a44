// See confined_writes.h.
#include "runtime/profile/confined_writes.h"

namespace unply::runtime {

ConfinedLoop confined_loops[kMostConfined];
uint32_t confined_count;
const ConfinedLoop* confined_stream;

const ConfinedLoop* confined_at(const Extent& read) {
  for (uint32_t i = 0; i < confined_count; i++) {
    bool any = false;
    for (const auto& extent : confined_loops[i].written)
      any |= extent.begin < read.end && read.begin < extent.begin + extent.bytes;
    if (!any) return confined_loops + i;
  }
  return nullptr;
}

namespace {

uint64_t hull(const Extent& a, const Extent& b) {
  return (a.end > b.end ? a.end : b.end) - (a.begin < b.begin ? a.begin : b.begin);
}

// Joins the two of which the least is between.
void join_nearest(Extent* extents, uint32_t& count) {
  uint32_t one = 0, other = 1;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = i + 1; k < count; k++)
      if (hull(extents[i], extents[k]) < hull(extents[one], extents[other])) one = i, other = k;
  Extent& joined = extents[one];
  const Extent& gone = extents[other];
  if (gone.begin < joined.begin) joined.begin = gone.begin;
  if (gone.end > joined.end) joined.end = gone.end;
  extents[other] = extents[--count];
}

} // namespace

void confine_writes(uint64_t start, uint32_t depth, const void* const* bounds, uint32_t count) {
  if (confined_count == kMostConfined || count > kUnplyExtents) return;
  Extent extents[kUnplyExtents];
  for (uint32_t k = 0; k < count; k++) {
    extents[k] = {(uint64_t)bounds[2 * k], (uint64_t)bounds[2 * k + 1]};
    if (extents[k].begin > extents[k].end) return; // no loop inside is that long: its count is one of no iterations
  }
  while (count > kMostExtents) join_nearest(extents, count);
  ConfinedLoop& loop = confined_loops[confined_count++];
  loop = {.start = start, .now = start, .depth = depth, .written = {}};
  for (uint32_t k = 0; k < count; k++) {
    const uint64_t begin = extents[k].begin - kWidestAccess + 1;
    loop.written[k] = {begin, extents[k].end - begin};
  }
}

void end_confined(uint32_t depth) {
  while (confined_count && confined_loops[confined_count - 1].depth > depth) confined_loops[--confined_count].now = 0;
}

void renew_confined(uint64_t time) {
  for (uint32_t i = 0; i < confined_count; i++) confined_loops[i].now = time;
}

} // namespace unply::runtime
