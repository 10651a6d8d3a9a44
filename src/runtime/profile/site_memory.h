// What a site remembers of its last accesses, so that most need no look at the tables.
#pragma once
#include "runtime/profile/confined_writes.h"
#include "runtime/profile/state.h"
#include "runtime/shadow.h"

namespace unply::runtime {

// What loads at one time have found.
struct LastReads {
  uint64_t now;
  uint64_t write;               // State::write of the last one; 0: none
  RingLoopDependence* flow;     // which it depends on, if that is carried
  uint64_t before[2], after[2]; // State::read of the last two that differed
};

// UnplySite::count points to it in the loop profile.
struct SiteMemory {
  uint32_t site, alone;     // alone: the set with this reader only
  uint64_t load_time;       // of the last transition by a load,
  uint32_t from, to;        // which was this one,
  RingLoopDependence* flow; // and what it found, if that is carried and may come again at this time
  LastReads reads;
  uint64_t once[2];    // what was noted once last: of a flow or an output, and of an antidependence
  uint64_t store_time; // likewise by a store, whose state serves all its words
  uint32_t store_to;
  uint32_t confined_sets[2];    // into which this site has read last in confined loops: of words that another site has
                                // read as well, and of others,
  uint64_t confined_time;       // the last time at this time,
  const ConfinedLoop* confined; // which is that of this loop as long as nothing may be new
  uint64_t unsettled;           // time of the confined loop in which states of words could not be shared last
  uint32_t beside;              // the site behind whose read it has read last within a part of a function,
  uint64_t part;                // which began then
  UNPLY_INLINE bool has_read_into(uint32_t set) const { return set == confined_sets[0] || set == confined_sets[1]; }
  UNPLY_INLINE void note_confined(const ConfinedLoop* loop, uint32_t set) {
    if (set != confined_sets[0]) confined_sets[1] = confined_sets[0], confined_sets[0] = set;
    confined_time = loop->now, confined = loop;
  }
};

// Whether the words at this address, one or two, are as a read at this site has left them in a loop that does not write
// there and is still active: then nothing is new. True for most reads of x[column[k]].
template <uint32_t kBytes> UNPLY_INLINE bool is_read_already(uint64_t address, const UnplySite* site) {
  static_assert(kBytes == 4 || kBytes == 8);
  const auto* memory = (const SiteMemory*)site->count;
  const uint32_t* words = word_shadow(address);
  const uint32_t id = *words;
  if (!memory || (address & (kBytes - 1)) || (kBytes == 8 && words[1] != id)) return false;
  const uint64_t read = states[id >> 1].read;
  return read >> kTimeShift == memory->confined_time && memory->has_read_into((uint32_t)(read & kWhoMask)) &&
         memory->confined->now == memory->confined_time;
}

} // namespace unply::runtime
