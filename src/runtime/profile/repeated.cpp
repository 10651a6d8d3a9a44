// See repeated.h.
#include "runtime/profile/repeated.h"

namespace unply::runtime {

RepeatedDependence repeated_dependences[kRepeated];

void remember_repeated(RingLoopDependence& row, uint32_t depth, uint64_t time) {
  const ActiveLoop& loop = active_loops[depth];
  if (time - loop.known_start >= loop.known_time) return; // for how long that iteration took is not known
  uint64_t begin = loop.known_start, length = loop.known_time;
  if (row.inner != 2) { // the iteration of the loop inside matters as well
    if (++depth >= loop_depth) return;
    const uint64_t first = begin + 2; // when its first iteration began
    if (time < first) return;
    begin = first + (time - first) / loop.inner_step * loop.inner_step;
    length = loop.inner_step;
  }
  repeated_at(row.kind, row.site_from, row.site_to) = {row.site_from, row.site_to, begin, length,
                                                       loop_now,      row.kind,    depth, &row};
}

void remember_all(RingLoopDependence& row, uint32_t depth) {
  const ActiveLoop& loop = active_loops[depth];
  repeated_at(row.kind, row.site_from, row.site_to) = {
      row.site_from, row.site_to, loop.start, loop.iteration_start - loop.start, loop_now, row.kind, depth, &row};
}

} // namespace unply::runtime
