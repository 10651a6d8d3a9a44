// All reads of a byte since its last write, as far as they can still matter: interned sets of {level, site}.
//
// A byte's state holds the time of its last read. An older read can make a loop carry an antidependence that the last
// one does not: it lies in an earlier iteration of an outer loop, or of the same. For each site one entry per level is
// enough, the level being that of the outermost active loop in whose iterations the read and the last one differ; that
// both lie in one execution of this loop is known from the last one's time. Bytes with equal sets share the number.
#pragma once
#include "runtime/profile/loop_stack.h"

namespace unply::runtime {

inline constexpr uint32_t kSameIteration = 255; // level of reads in the iteration of the last one
struct Reader {
  uint32_t site : 24, level : 8;
};

bool map_readers();
// The set after a read at `site` in the iteration of now, where the set so far belongs to a time that lies like this.
uint32_t join_readers(uint32_t set, Relation then, uint32_t site);
uint32_t set_of_reader(uint32_t site); // alone
struct Readers {
  const Reader* begin;
  uint32_t count;
};
Readers readers_of(uint32_t set);

} // namespace unply::runtime
