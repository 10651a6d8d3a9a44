// What threads that are not followed do to the shadow: they release and move memory that the followed thread has used,
// or will use.
//
// The bytes of a block belong to whoever may release it: no other thread may access them, so its words need no atomic
// stores, and the followed thread's hooks no lock. Two things do not respect this:
//  - A collection marks the ids in the shadow and then rewrites them. A word cleared in between would be written back,
//    and one moved in between renumbered twice or not at all. So `ShadowTurn` excludes collections; hooks never take
//    it.
//  - realloc, mremap and dlclose release the old place themselves: when they return, the followed thread may have it
//    already. Its history is therefore taken out before the call (`take_history`) and put in the new place after it;
//    collections find it in between. Variables of an object that is unloaded end before it is unmapped (memory.cpp).
// Rejected: a queue of requests that the followed thread serves, since it would have to look into it before each
// access.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

// Held by a thread that is not followed while it changes the shadow, by collections, and where histories in `Moving`
// change hands. Precondition: Busy, so that no signal handler asks for it again.
struct ShadowTurn {
  ShadowTurn();
  ~ShadowTurn();
  ShadowTurn(const ShadowTurn&) = delete;
};

// The history of a block while the block is on its way; null if it has none.
struct Moving;
Moving* take_history(uint64_t from, uint64_t bytes); // `from` has none any more
// The first `bytes` bytes of the block lie at `to` now: they get their history back, the rest has ended.
void put_history(Moving* taken, uint64_t to, uint64_t bytes);
// Calls visit(id) for each id on its way. Precondition: ShadowTurn.
template <class Visit> void each_moving(Visit visit);

void forget_as_other(uint64_t address, uint64_t bytes); // forget() of a thread that is not followed

struct Moving {
  Moving *next, *before;
  uint64_t room;  // of all of it, in bytes
  uint64_t words; // of the block: an id each, kSplit where four of the planes follow
  uint32_t* ids() { return (uint32_t*)(this + 1); }
  uint32_t* plane(uint64_t word) { return ids() + words + 4 * word; }
};
extern Moving* all_moving;

template <class Visit> void each_moving(Visit visit) {
  constexpr uint32_t kSplitWord = 1;
  for (Moving* m = all_moving; m; m = m->next)
    for (uint64_t i = 0; i < m->words; i++) {
      uint32_t& id = m->ids()[i];
      if (id == kSplitWord) {
        for (int k = 0; k < 4; k++)
          if (m->plane(i)[k]) visit(m->plane(i)[k]);
      } else if (id) {
        visit(id);
      }
    }
}

} // namespace unply::runtime
