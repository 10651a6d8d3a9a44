// The accesses of a deferred loop by *column*: those of one place in its body, one of each iteration. Many are affine
// although the compiler could not see it: what `n & (half - 1)` picks in an FFT, what a table of offsets says. A column
// is kept as the access of a nest of two loops, whose iterations in a row are those of the loop. Columns that are
// affine need no marks, and their runs of bytes are gone through as ranges.
#pragma once
#include "runtime/profile/access_queue.h"

namespace unply::runtime {

inline constexpr uint32_t kMostColumns = 32;
struct Columns {
  uint64_t trips[2]; // of the inner and of the outer one of the two loops; trips[1] == 1: one loop
  uint32_t count;
  UnplyNestStream of[kMostColumns]; // in the order of the body; two strides each
};

// How many entries the first iteration takes, with the one where it begins; 0: so many cannot be those of each.
uint64_t entries_of_first(const QueuedAccess* begin, const QueuedAccess* end);
// Whether all iterations do the same as the first one, but for the addresses.
bool all_alike(const QueuedAccess* begin, const QueuedAccess* end, uint64_t each);
// False: they are not alike, or not all is affine.
bool find_columns(const QueuedAccess* begin, const QueuedAccess* end, uint64_t each, Columns& columns);
// Whether no iteration writes what another one touches; false as well where no simple rule says so.
bool are_apart(const Columns& columns);
// Precondition: they are apart. All at one moment, which is now.
void touch_columns(const Columns& columns);
// The dependences that this loop carries and has; false: it takes two loops, or no formula has them. Behind it its
// accesses, at one moment.
bool note_columns(const UnplyLoop& loop, const Columns& columns);
void touch_noted_columns(const Columns& columns);

} // namespace unply::runtime
