// The loops that the followed thread is in, outermost first, and the time that tells their iterations apart.
//
// Time is one counter that grows where a loop or an iteration begins. Iterations are therefore disjoint intervals of
// it, and the time of an earlier access, held against the loops that are active now, says which of them carries a
// dependence on it, and over how many iterations. No iteration vector is kept, for any access.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

// Where iterations began: iteration i of a segment at `time` + i * `step`, up to the next segment. Loops whose
// iterations all take the same time are one segment. When there is no more room, every second segment of the older half
// goes; then it is only known between which iterations a time lies.
struct IterationSegment {
  uint64_t time, iteration, step; // step 0: the iterations up to the next segment began at unknown times
};

struct ActiveLoop {
  UnplyLoop* loop;
  uint64_t frame;           // address of the stack frame that it runs in
  uint64_t start;           // time when it began
  uint64_t iteration_start; // time when the current iteration began
  uint64_t iteration;       // from 0
  uint64_t counted;         // iterations that its row has,
  uint64_t counted_work;    // and how much work the program had done then
  uint64_t segments;
  IterationSegment* log;
  // Of the instances of the loop inside that have ended, while they are alike: each began where an iteration of this
  // one did, all their iterations took `inner_step`, and behind each was one moment. The last one ended at `inner_end`.
  UnplyLoop* inner;
  uint64_t inner_step, inner_end;
  bool inner_varies;
  // The iteration that was asked for last, from `known_start` on: sources of one iteration come in a row.
  mutable uint64_t known, known_start, known_time; // known_time: how long it took; 0: none is known
};

inline constexpr uint32_t kMostActiveLoops = 1024; // deeper ones belong to the iterations around them
extern ActiveLoop* active_loops;
extern uint32_t loop_depth;
extern uint64_t loop_now;   // the time
extern uint64_t loop_floor; // when the outermost active loop began; ~0: none is active

bool map_loops();
void begin_loop(UnplyLoop* loop, uint64_t frame);
void next_iteration(UnplyLoop* loop);
void begin_iteration(UnplyLoop* loop);       // the same, of one whose work is counted already
void pass_iterations(uint64_t count);        // of the innermost loop: all that it does, at one moment, which is now
void end_loop(UnplyLoop* loop, bool thrown); // thrown: an exception leaves it
void end_all_loops();
void note_thrown(uint32_t row); // an exception or a longjmp has left the loop of this row, or a call of the function
void count_loop_call(uint32_t slot); // of unseen code, in each active loop
// Executions of a nest that are not gone through here: loops[0] is the innermost, and none has 0 iterations.
void count_whole_nest(UnplyLoop* const* loops, const uint64_t* trips, uint32_t depth);

// How an earlier time lies to now.
struct Relation {
  int32_t loop; // index of the innermost active loop that was active then; -1: none was
  bool carried; // in an earlier iteration of it
};
UNPLY_INLINE Relation relation_to(uint64_t time) {
  for (int32_t i = (int32_t)loop_depth - 1; i >= 0; i--)
    if (time >= active_loops[i].start) return {i, time < active_loops[i].iteration_start};
  return {-1, false};
}

// The iteration of an active loop at an earlier time; first < last: it is one of these.
struct Iterations {
  uint64_t first, last;
  uint64_t start; // when it began; 0: not known
};
Iterations iteration_at(const ActiveLoop& loop, uint64_t time);

// How far a dependence reaches in the loop directly inside the one that carries it.
struct InnerDistance {
  bool known;
  int64_t least, most;
};
// From an earlier iteration of the loop at this depth, up to now.
InnerDistance inner_distance(uint32_t depth, uint64_t time);
// Of a source in the loop at this depth, but not in the active one inside, it is not known and never will be.
UNPLY_INLINE bool has_inner_unlike(uint32_t depth) {
  const ActiveLoop& loop = active_loops[depth];
  return loop.inner_varies || (loop.inner && depth + 1 < loop_depth && loop.inner != active_loops[depth + 1].loop);
}

} // namespace unply::runtime
