// The functions that the followed thread is in and whose calls might become tasks, outermost first, with their parts:
// the calls, and the code between them (runtime_abi.h). The clock of the loops (loop_stack.h) tells parts apart as it
// does iterations. The stack is one of its own: loops and what they carry are the same with it and without.
//
// Costs 25 ns an execution and 8 ns a part, beside the rows of work; nothing where no such function is active.
#pragma once
#include "runtime/profile/seen_pairs.h"

namespace unply::runtime {

struct BegunPart {
  uint64_t time;
  uint32_t part;
};

// The longest chain of an execution: work that is in nothing that runs at once, and the longest of what does.
struct Chain {
  uint64_t inside;         // work that runs at once
  uint64_t longest, saved; // the longest chain in it; what running at once saves in other calls
  uint64_t of(uint64_t work) const { return work - inside - saved + longest; }
  void add_at_once(uint64_t work, uint64_t chain) {
    inside += work;
    if (chain > longest) longest = chain;
  }
};

struct ActiveFunction {
  UnplyLoop* function;
  uint64_t frame;        // address of its stack frame
  uint64_t start;        // time when it began
  uint64_t work;         // of the program before it
  uint64_t part_work;    // of the program before the current part
  Chain calls;           // recursive calls outside of loops run at once
  Chain loops;           // and iterations with such calls as well
  uint64_t saved_before; // loops.saved where the current iteration began
  int64_t sizes[kUnplySizes];
  uint32_t size_count;
  bool recursive, iteration; // the current part
  bool called;               // in the current iteration
  uint64_t parts;            // the set of the current parts of this one and those around it
  uint32_t begun_count;
  BegunPart begun[kUnplyParts]; // parts so far, the first of which is 0; the last one is the current
};

inline constexpr uint32_t kMostActiveFunctions = 1024; // deeper ones belong to the calls around them
extern ActiveFunction* active_functions;
extern uint32_t function_depth;
extern uint64_t function_floor; // when the outermost active one began; ~0: none is active
extern uint64_t part_floor;     // when the current part of the innermost one began

bool map_functions();
void begin_function(UnplyLoop* function, uint64_t frame);
void add_size(UnplyLoop* function, uint64_t frame, uint32_t number, int64_t value);
void next_part(UnplyLoop* function, uint64_t frame, uint32_t part);
void end_function(UnplyLoop* function, uint64_t frame);
void end_all_functions();
void count_part_call(uint32_t slot); // of unseen code, in each call that is active

// A dependence on what happened at `time`, which is no earlier than function_floor. kEdgeExtension: both read. Within a
// part antidependences are kept, and reads behind reads at another place: a write behind them has to wait for all reads
// before it.
UNPLY_INLINE bool is_kept_within(RingEdgeKind kind, uint32_t from, uint32_t to) {
  return kind == kEdgeAnti || (kind == kEdgeExtension && from != to);
}
extern uint64_t current_parts;  // the set of parts that are current
extern SeenPairs seen_in_parts; // by set of parts
void note_between(RingEdgeKind kind, uint32_t from, uint64_t time, uint32_t to);
void note_within_parts(RingEdgeKind kind, uint32_t from, uint32_t to, uint32_t functions);
// When the part began, of the innermost function that is still active, in which an earlier time is; 0: none was active.
uint64_t part_begin_at(uint64_t time);
UNPLY_INLINE void note_part(RingEdgeKind kind, uint32_t from, uint64_t time, uint32_t to) {
  if (time < part_floor) return note_between(kind, from, time, to);
  if (is_kept_within(kind, from, to) && !seen_in_parts.has(kind, from, to, current_parts))
    note_within_parts(kind, from, to, function_depth);
}

} // namespace unply::runtime
