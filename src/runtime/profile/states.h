// The loop profile's part of the shadow: a word holds the id of a state, as it holds that of a history in a recording
// of tasks, so blocks that are freed, moved or collected are treated alike. A state says when and where the bytes were
// last written, when they were last read since, and by whom. It is made by one access and shared by all words that the
// access finds in one and the same state. One that belongs to a single word or pair is *owned* and changes in place: so
// irregular accesses neither make states that are soon garbage (16 bytes each, a fifth of the time of an FFT) nor look
// for them all over the memory.
//
// In the program, unlike histories: the dependences of a loop are few and must be counted where they occur; the reader
// needs 30 ns and more for each edge of a graph, which would be ten times an access.
#pragma once
#include "runtime/history.h"
#include "runtime/profile/confined_writes.h"
#include "runtime/profile/loop_stack.h"
#include "runtime/profile/state.h"
#include "runtime/shadow.h"

namespace unply::runtime {

bool map_states();
// The state of bytes in state `before` after an access at `site` now; faster where an active loop does not write them.
uint32_t state_after_load_in(const ConfinedLoop* confined, uint32_t before, UnplySite* site);
uint32_t state_after_store(uint32_t before, UnplySite* site);
// Likewise of all the words that have it, if it is owned, and else of the words of one pair, which will own theirs.
uint32_t own_state_after_load(const ConfinedLoop* confined, uint32_t before, UnplySite* site);
uint32_t own_state_after_store(uint32_t before, UnplySite* site);

UNPLY_INLINE RingEdgeKind kind_of(bool from_writes, bool to_writes) {
  return from_writes ? to_writes ? kEdgeOutput : kEdgeFlow : kEdgeAnti;
}

// From now on, until set to 0, accesses at this time are those of a loop whose own dependences are known: between them
// nothing is noted.
extern uint64_t known_moment;

// A dependence within the loop `loop`, by iterations of it; for loops that are not gone through.
void note_carried(uint32_t loop, RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t distance, uint64_t count,
                  uint64_t first_from, InnerDistance inner);
// All distances from 1 to `most`, each once; `first`: the iteration of the source, or of the first one.
void note_carried_range(uint32_t loop, RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t most, uint64_t first);
void note_within(uint32_t loop, RingEdgeKind kind, uint32_t from, uint32_t to, uint64_t count);

} // namespace unply::runtime
