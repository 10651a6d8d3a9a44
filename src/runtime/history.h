// Histories: the accesses to a byte since its last write, as one 32-bit id.
//
// A history is a node of a tree: the write that begins it, then one node for each further reader, in order; so an id
// names the last writer and *all* readers since, exactly (the paper's Algorithm 2 keeps only one reader). Bytes with
// equal histories share the id, which makes runs of equal words cheap. The nodes themselves are written down
// (nodes.h) and looked at by `unply record` alone; the program needs only the order of ids: they grow with time, and
// `collect_histories`, which gives them anew, keeps their order. Bit 0 of an id says that its last event is a write.
//
// Two things need more, and then nodes are kept here as well: tasks with tasks inside them, since Algorithm 3 asks for
// later vertices among the events since the outermost of them first had one inside, and chosen functions, whose values
// pass from one to the next outside of tasks.
#pragma once
#include "runtime/nodes.h"
#include "runtime/runtime.h"

namespace unply::runtime {

inline constexpr uint32_t kMaxHistories = 1u << 30; // keeps ids below 2^31: signed vector compares work on them

extern uint32_t collect_at; // index at which to collect

UNPLY_INLINE bool is_write(uint32_t id) { return id & 1; }

bool map_histories(bool of_loops);
// Gives the ids that no byte has any more to others; called between accesses only.
void collect_histories();

// profile/states.cpp. After a collection: those states stay, in order, whose bits are set.
void keep_states(const uint64_t* marks, uint32_t words);

struct KeptHistory {
  uint32_t previous; // history before this read; 0 when nothing was known
  uint32_t writer;   // the write that it begins with; 0: made before histories were kept, or none
  uint32_t vertex;   // of the last event
};
extern KeptHistory* kept_histories; // from index kept_from on
extern uint32_t kept_from;          // kNotKept: none
inline constexpr uint32_t kNotKept = 0xffffffff;

UNPLY_INLINE bool is_kept(uint32_t id) { return id >> 1 >= kept_from; }
UNPLY_INLINE KeptHistory& kept(uint32_t id) { return kept_histories[(id >> 1) - kept_from]; }
UNPLY_INLINE uint32_t kept_writer(uint32_t id) { return is_write(id) ? id : is_kept(id) ? kept(id).writer : 0; }
void keep_histories();        // from now on
void keep_all_histories();    // until the end of the recording
void forget_kept_histories(); // unless all are kept
void populate_more_histories();
// Faults in the memory that the next run will probably need.
UNPLY_INLINE void populate_kept_histories() {
  if (UNPLY_UNLIKELY(kept_from != kNotKept)) populate_more_histories();
}

// The next id. Precondition: its entry, if any, has just been appended.
UNPLY_INLINE uint32_t new_history(uint32_t previous, bool write) {
  uint32_t index = next_history++, id = index << 1 | (uint32_t)write;
  if (UNPLY_UNLIKELY(index >= kept_from))
    kept(id) = {.previous = previous, .writer = write ? id : kept_writer(previous), .vertex = vertex.id};
  return id;
}

} // namespace unply::runtime
