// See function_stack.h.
#include "runtime/profile/function_stack.h"
#include "runtime/profile/loop_stack.h"
#include "runtime/profile/loop_tables.h"

namespace unply::runtime {

ActiveFunction* active_functions;
uint32_t function_depth;
uint64_t function_floor = ~0ull, part_floor = ~0ull;
uint64_t current_parts;
SeenPairs seen_in_parts;

namespace {

uint32_t* active_of; // by row: how many executions are active
// Of active_functions, close together: they are looked at for each dependence.
uint64_t starts[kMostActiveFunctions];
uint64_t part_begins[kMostActiveFunctions]; // of the current parts

// Sets of parts that are current at once: what is noted of two sites for a set need not be noted for any stack of its
// parts again. A set is its newest member and the set before that.
struct PartSet {
  uint32_t before, member;
};
constexpr uint32_t kMostPartSets = 1024;
PartSet part_sets[kMostPartSets]; // [0]: the empty one
uint32_t part_set_count = 1;
struct KnownSet {
  uint32_t before, member, with;
};
KnownSet known_sets[1024];

uint32_t set_with(uint32_t before, uint32_t member) {
  KnownSet& known = known_sets[(before * 0x9e3779b1u ^ member * 0x85ebca6bu) >> 22];
  if (known.with && known.before == before && known.member == member) return known.with;
  uint32_t with = before;
  while (with && part_sets[with].member != member) with = part_sets[with].before;
  if (with) {
    with = before; // a member already
  } else {
    for (with = before + 1; with < part_set_count; with++) // newer than what it adds to
      if (part_sets[with].before == before && part_sets[with].member == member) break;
    if (with == kMostPartSets) return 0;
    if (with == part_set_count) part_sets[part_set_count++] = {before, member};
  }
  known = {before, member, with};
  return with;
}

// Where there are too many sets, one of this part alone, which begins now.
uint64_t parts_with(uint32_t depth, uint32_t function, uint32_t part) {
  const uint64_t around = depth ? active_functions[depth - 1].parts : 0;
  const uint32_t set = around < kMostPartSets ? set_with((uint32_t)around, function << 8 | part) : 0;
  return set ? set : 1ull << 61 | loop_now;
}

uint32_t current_part(const ActiveFunction& active) { return active.begun[active.begun_count - 1].part; }

void end_part(ActiveFunction& active) {
  const uint32_t part = current_part(active);
  const uint64_t work = __unply_work - active.part_work;
  if (part % 2 && (!active.iteration || active.called)) add_part_work(active.function->id, kPartWorkCall, part, work);
  if (!active.iteration) return;
  active.loops.add_at_once(work, work - (active.loops.saved - active.saved_before));
  active.loops.saved = active.saved_before;
}

void pop() {
  ActiveFunction& top = active_functions[function_depth - 1];
  end_part(top);
  const uint32_t id = top.function->id;
  const uint64_t work = __unply_work - top.work;
  const uint64_t chain = top.calls.of(work), loop_chain = top.loops.of(work);
  const bool outermost = --active_of[id] == 0;
  if (RingLoop* row = loop_row(id)) {
    row->instances++;
    if (outermost) row->work += work;
  }
  if (outermost) {
    add_part_work(id, kPartWorkSpan, 0, chain);
    add_part_work(id, kPartWorkSpan, 1, loop_chain);
  }
  for (uint32_t i = 0; i < top.size_count; i++)
    if (top.sizes[i] >= 0) add_part_work(id, kPartWorkSize + i, unply_size_bucket((uint64_t)top.sizes[i]), work);
  if (!--function_depth) {
    function_floor = part_floor = ~0ull;
    return;
  }
  ActiveFunction& around = active_functions[function_depth - 1];
  part_floor = part_begins[function_depth - 1];
  current_parts = around.parts;
  around.called = true;
  if (around.recursive) {
    around.calls.add_at_once(work, chain);
    around.loops.add_at_once(work, loop_chain);
  } else {
    around.calls.saved += work - chain;
    around.loops.saved += work - loop_chain;
  }
}

// Of an execution that an exception or a longjmp has left: one of its calls, and the call that led to it. That one may
// have ended it in functions between them, which is not known.
void pop_left() {
  note_thrown(active_functions[function_depth - 1].function->id);
  pop();
  if (function_depth) note_thrown(active_functions[function_depth - 1].function->id);
}

// The execution in this frame, on top once those are gone that an exception or a longjmp has left; null: it was too
// deep to be followed.
ActiveFunction* topmost(const UnplyLoop* function, uint64_t frame) {
  uint32_t at = function_depth;
  while (at && (active_functions[at - 1].function != function || active_functions[at - 1].frame != frame)) at--;
  if (!at) return nullptr;
  while (function_depth > at) pop_left();
  return active_functions + at - 1;
}

// The innermost one that was active then. No branch depends on the time, since none could be foretold.
const ActiveFunction* active_at(uint64_t time) {
  if (!function_depth || time < starts[0]) return nullptr;
  const uint64_t* begin = starts;
  for (uint32_t left = function_depth; left > 1;) {
    const uint32_t half = left / 2;
    begin = begin[half] <= time ? begin + half : begin;
    left -= half;
  }
  return active_functions + (begin - starts);
}

uint32_t index_of_part(const ActiveFunction& active, uint64_t time) {
  uint32_t at = active.begun_count - 1;
  while (at && active.begun[at].time > time) at--;
  return at;
}

} // namespace

bool map_functions() {
  active_functions = (ActiveFunction*)map_memory(kMostActiveFunctions * sizeof(ActiveFunction));
  active_of = (uint32_t*)map_memory(kRingLoopRows * sizeof(uint32_t));
  return active_functions && active_of;
}

void begin_function(UnplyLoop* function, uint64_t frame) {
  while (function_depth) { // what an exception or a longjmp has left: stacks grow downwards
    const ActiveFunction& top = active_functions[function_depth - 1];
    if (top.frame > frame || (top.frame == frame && top.function != function)) break;
    pop_left();
  }
  if (function_depth == kMostActiveFunctions || !function->id || function->id >= kRingLoopRows) return;
  loop_now++;
  if (!function_depth) function_floor = loop_now;
  starts[function_depth] = part_begins[function_depth] = part_floor = loop_now;
  const uint64_t parts = parts_with(function_depth, function->id, 0);
  ActiveFunction& active = active_functions[function_depth++];
  active.parts = current_parts = parts;
  active.function = function;
  active.frame = frame;
  active.start = loop_now;
  active.work = active.part_work = __unply_work;
  active.calls = active.loops = {};
  active.size_count = 0;
  active.recursive = active.iteration = false;
  active.begun_count = 1;
  active.begun[0] = {loop_now, 0};
  active_of[function->id]++;
}

void add_size(UnplyLoop* function, uint64_t frame, uint32_t number, int64_t value) {
  ActiveFunction* active = topmost(function, frame);
  if (!active || number != active->size_count || number >= kUnplySizes) return;
  active->sizes[active->size_count++] = value;
}

void next_part(UnplyLoop* function, uint64_t frame, uint32_t part) {
  ActiveFunction* active = topmost(function, frame);
  if (!active || active->begun_count == kUnplyParts) return;
  end_part(*active);
  active->part_work = __unply_work;
  const uint32_t number = part & (kUnplyPartRecursive - 1);
  active->recursive = part & kUnplyPartRecursive;
  active->iteration = part & kUnplyPartIteration;
  active->called = false;
  active->saved_before = active->loops.saved;
  if (number == current_part(*active)) return; // the next iteration
  loop_now++;
  active->begun[active->begun_count++] = {loop_now, number};
  part_begins[function_depth - 1] = part_floor = loop_now;
  active->parts = current_parts = parts_with(function_depth - 1, function->id, number);
}

void end_function(UnplyLoop* function, uint64_t frame) {
  if (!topmost(function, frame)) return;
  pop();
  loop_now++;
}

void count_part_call(uint32_t slot) {
  for (uint32_t i = 0; i < function_depth; i++)
    if (current_part(active_functions[i]) % 2)
      if (RingLoopCall* row = loop_call_row(active_functions[i].function->id, slot)) row->count++;
}

void end_all_functions() {
  while (function_depth) pop();
}

namespace {

// Of the part of an active execution in which a source was, and the dependence on it, if that is between two parts:
// both hold as long as the execution is active and in the part that it was in.
struct KnownSource {
  uint64_t sites;       // both
  uint64_t begin, time; // of sources, and for how long
  uint64_t part;        // when the part began in which the execution is
  RingLoopDependence* row;
  uint32_t function; // index of the execution
  RingEdgeKind kind;
};
KnownSource known_sources[4096];

// Executions further out have begun longer ago by factors, so that sources in several of them have an entry each.
KnownSource& known_source(RingEdgeKind kind, uint64_t sites, uint64_t time) {
  const auto age = (uint64_t)__builtin_clzll((loop_now - time) | 1);
  return known_sources[((sites + (age << 2 | (uint64_t)kind)) * 0x9e3779b97f4a7c15ull) >> 52];
}

bool holds(const KnownSource& known, RingEdgeKind kind, uint64_t sites, uint64_t time) {
  return known.sites == sites && known.kind == kind && time - known.begin < known.time &&
         known.function < function_depth && part_begins[known.function] == known.part;
}

// False: no active execution had begun by then.
bool find_source(KnownSource& found, RingEdgeKind kind, uint32_t from, uint64_t time, uint32_t to) {
  const ActiveFunction* active = active_at(time);
  if (!active) return false;
  const uint32_t at = index_of_part(*active, time);
  const uint64_t begin = active->begun[at].time;
  const auto function = (uint32_t)(active - active_functions);
  found = {(uint64_t)from << 32 | to, begin, 0, part_begins[function], nullptr, function, kind};
  if (at + 1 < active->begun_count) {
    found.time = active->begun[at + 1].time - begin;
    found.row =
        part_dependence_row(active->function->id, kind, from, to, active->begun[at].part, current_part(*active));
  } else if (function + 1 < function_depth) {
    found.time = starts[function + 1] - begin;
  }
  return true;
}

} // namespace

// In the current parts of this many functions. If the parts of one have it, so have those further out.
void note_within_parts(RingEdgeKind kind, uint32_t from, uint32_t to, uint32_t functions) {
  while (functions--) {
    const ActiveFunction& active = active_functions[functions];
    if (seen_in_parts.add(kind, from, to, active.parts)) return;
    const uint32_t part = current_part(active);
    if (RingLoopDependence* row = part_dependence_row(active.function->id, kind, from, to, part, part)) row->count = 1;
  }
}

uint64_t part_begin_at(uint64_t time) {
  const ActiveFunction* active = time < function_floor ? nullptr : active_at(time);
  return active ? active->begun[index_of_part(*active, time)].time : 0;
}

void note_between(RingEdgeKind kind, uint32_t from, uint64_t time, uint32_t to) {
  const uint64_t sites = (uint64_t)from << 32 | to;
  KnownSource& source = known_source(kind, sites, time);
  if (!holds(source, kind, sites, time) && !find_source(source, kind, from, time, to)) return;
  if (source.row) source.row->count++;
  if (is_kept_within(kind, from, to)) note_within_parts(kind, from, to, source.function + !source.row);
}

} // namespace unply::runtime
