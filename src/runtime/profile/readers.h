// All reads of a byte since its last write, as far as they can still matter: interned sets of {level, site}.
//
// A byte's state holds the time of its last read. An older read can make a loop carry an antidependence that the last
// one does not: it lies in an earlier iteration of an outer loop, or of the same, or in front of a loop that the last
// one is in. Of each is kept how it lies to the last one: by the innermost loop that both are in, whose execution is
// known from the last one's time, and whether in one iteration of that. For each site one entry of a kind is enough.
// Bytes with equal sets share the number.
#pragma once
#include "runtime/profile/loop_stack.h"

namespace unply::runtime {

inline constexpr uint32_t kInnermost = 127; // level of reads in one iteration of all loops of the last one
struct Reader {
  uint32_t site : 24, level : 7, same : 1; // level: index of the loop; same: in one iteration of it
};

// First in a set for which there were too many: what a write depends on is lost, unless nobody writes any more.
inline constexpr Reader kLeftOut = {0, 0, 0};

bool map_readers();
// The set after a read at `site` in the iteration of now, where the set so far belongs to a time that lies like this;
// further_in: now is in more loops than that one.
uint32_t join_readers(uint32_t set, Relation then, bool further_in, uint32_t site);
uint32_t set_of_reader(uint32_t site); // alone
struct Readers {
  const Reader* begin;
  uint32_t count;
};
Readers readers_of(uint32_t set);

} // namespace unply::runtime
