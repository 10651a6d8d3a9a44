// See loop_stack.h.
#include "runtime/profile/loop_stack.h"
#include "runtime/profile/confined_writes.h"
#include "runtime/profile/loop_tables.h"
#include "runtime/unseen_slots.h"
#include "unply/loop_notes.h"

__attribute__((visibility("default"))) uint64_t __unply_work;

namespace unply::runtime {

ActiveLoop* active_loops;
uint32_t loop_depth;
uint64_t loop_now = 1, loop_floor = ~0ull;

namespace {

constexpr uint64_t kCountedWork = 1 << 14;  // after so much the row of an active loop is brought up to date
constexpr uint64_t kMostSegments = 1 << 20; // of one loop, 24 MB
IterationSegment* logs;
bool has_begun[kRingLoopRows]; // by row: what is around it is known; a recursive one is in itself the next time

// How many executions of it are active: in the row, so that those of a program that was killed are known.
uint32_t& active_of(RingLoop& row) { return row.reserved; }

// Time goes by in the same way in all instances of this loop, so that it can be told from a time alone which of their
// iterations it was: see inner_distance().
bool is_like_the_others(const ActiveLoop& around, const ActiveLoop& inner) {
  if (around.inner && around.inner != inner.loop) return false;
  if (inner.start != around.iteration_start + 1 || inner.segments != 1 || inner.iteration == ~0ull) return false;
  const uint64_t last = loop_now - inner.iteration_start + 1;
  return (!inner.log[0].step || inner.log[0].step == last) && (!around.inner || around.inner_step == last);
}

void note_inner(ActiveLoop& around, const ActiveLoop& inner) {
  if (around.inner_varies) return;
  around.inner_varies = !is_like_the_others(around, inner);
  around.inner = inner.loop;
  around.inner_step = loop_now - inner.iteration_start + 1;
  around.inner_end = loop_now + 1;
}

// What the row has not counted yet of an active execution. Work inside of another one of the same loop is part of that.
void count_progress(ActiveLoop& loop, RingLoop& row) {
  const uint64_t iterations = loop.iteration + 1; // 0 in front of the first one, which is ~0
  if (iterations && !loop.counted) row.instances++;
  row.iterations += iterations - loop.counted;
  loop.counted = iterations;
  if (iterations > row.most) row.most = iterations;
  if (active_of(row) == 1) row.work += __unply_work - loop.counted_work;
  loop.counted_work = __unply_work;
  ring_header()->work = __unply_work;
}

// Once for each loop: a call of code that is not seen, by a name that src/discover knows.
void pop() {
  ActiveLoop& top = active_loops[--loop_depth];
  end_confined(loop_depth);
  if (loop_depth) note_inner(active_loops[loop_depth - 1], top);
  if (RingLoop* row = loop_row(top.loop->id)) {
    count_progress(top, *row);
    if (top.counted && (!row->least || top.counted < row->least)) row->least = top.counted;
    active_of(*row)--;
  }
  if (!loop_depth) loop_floor = ~0ull;
}

// Of a loop that an exception or a longjmp has left.
void pop_left() {
  note_thrown(active_loops[loop_depth - 1].loop->id);
  pop();
}

void thin_out(ActiveLoop& loop) {
  const uint64_t half = loop.segments / 2;
  uint64_t to = 0;
  for (uint64_t from = 0; from < loop.segments; from++) {
    if (from < half && from % 2) continue;
    loop.log[to] = loop.log[from];
    if (from < half) loop.log[to].step = 0;
    to++;
  }
  loop.segments = to;
}

void log_iteration(ActiveLoop& loop) {
  IterationSegment& last = loop.log[loop.segments - 1];
  const uint64_t ahead = loop.iteration - last.iteration;
  if (ahead == 1 && last.step == 0) last.step = loop_now - last.time;
  if (last.time + ahead * last.step == loop_now) return;
  if (loop.segments == kMostSegments) thin_out(loop);
  loop.log[loop.segments++] = {loop_now, loop.iteration, 0};
}

} // namespace

void note_thrown(uint32_t row) {
  static uint32_t slot;
  if (!slot) slot = new_unseen_slot(kThrownOut);
  if (RingLoopCall* thrown = loop_call_row(row, slot)) thrown->count++;
}

bool map_loops() {
  active_loops = (ActiveLoop*)map_memory(kMostActiveLoops * sizeof(ActiveLoop));
  logs = (IterationSegment*)map_memory(kMostActiveLoops * kMostSegments * sizeof(IterationSegment));
  return active_loops && logs && map_loop_tables();
}

void begin_loop(UnplyLoop* loop, uint64_t frame) {
  // What an exception, a longjmp or a goto has left: loops of frames that are gone, and this one itself.
  while (loop_depth) {
    const ActiveLoop& top = active_loops[loop_depth - 1];
    if (top.frame > frame || (top.frame == frame && top.loop != loop)) break;
    pop_left();
  }
  if (loop_depth == kMostActiveLoops) {
    return count_event(kCountLoopsLost);
  }
  if (RingLoop* row = loop_row(loop->id); row && !has_begun[loop->id]) {
    has_begun[loop->id] = true;
    if (loop_depth) row->around = active_loops[loop_depth - 1].loop->id;
  }
  if (RingLoop* row = loop_row(loop->id)) active_of(*row)++;
  loop_now++;
  if (!loop_depth) loop_floor = loop_now;
  active_loops[loop_depth] = {.loop = loop,
                              .frame = frame,
                              .start = loop_now,
                              .iteration_start = loop_now,
                              .iteration = ~0ull,
                              .counted = 0,
                              .counted_work = __unply_work,
                              .segments = 1,
                              .log = logs + (uint64_t)loop_depth * kMostSegments,
                              .inner = nullptr,
                              .inner_step = 0,
                              .inner_end = 0,
                              .inner_varies = false,
                              .known = 0,
                              .known_start = 0,
                              .known_time = 0};
  active_loops[loop_depth].log[0] = {loop_now + 1, 0, 0};
  loop_depth++;
}

void next_iteration(UnplyLoop* loop) {
  __unply_work += loop->work;
  begin_iteration(loop);
}

void begin_iteration(UnplyLoop* loop) {
  uint32_t at = loop_depth;
  while (at && active_loops[at - 1].loop != loop) at--;
  if (UNPLY_UNLIKELY(!at)) return; // begun while others were too deep
  while (UNPLY_UNLIKELY(loop_depth > at)) pop_left();
  ActiveLoop& top = active_loops[at - 1];
  if (loop_now != top.iteration_start && loop_now != top.inner_end) top.inner_varies = true;
  loop_now++;
  top.iteration++;
  top.iteration_start = loop_now;
  if (top.iteration) log_iteration(top);
  if (UNPLY_UNLIKELY(__unply_work - top.counted_work >= kCountedWork))
    if (RingLoop* row = loop_row(top.loop->id)) count_progress(top, *row);
}

void pass_iterations(uint64_t count) {
  ActiveLoop& top = active_loops[loop_depth - 1];
  top.iteration = count - 1;
  top.iteration_start = ++loop_now;
  if (loop_depth > 1) active_loops[loop_depth - 2].inner_varies = true;
}

void end_loop(UnplyLoop* loop, bool thrown) {
  uint32_t at = loop_depth;
  while (at && active_loops[at - 1].loop != loop) at--;
  if (!at) return;
  while (loop_depth > at) pop_left();
  thrown ? pop_left() : pop();
  loop_now++;
}

// The program ends inside of them, as by exit().
void end_all_loops() {
  while (loop_depth) pop_left();
  ring_header()->work = __unply_work;
}

void count_whole_nest(UnplyLoop* const* loops, const uint64_t* trips, uint32_t depth) {
  uint64_t instances = 1, work = 0; // work: of this loop and those inside it
  for (uint32_t k = 1; k < depth; k++) instances *= trips[k];
  for (uint32_t k = 0; k < depth; k++) {
    work += trips[k] * instances * loops[k]->work;
    if (RingLoop* row = loop_row(loops[k]->id); row && trips[k] && instances) {
      if (!row->instances && !row->around && (k + 1 < depth || loop_depth))
        row->around = k + 1 < depth ? loops[k + 1]->id : active_loops[loop_depth - 1].loop->id;
      row->instances += instances;
      row->iterations += trips[k] * instances;
      if (!row->least || trips[k] < row->least) row->least = trips[k];
      if (trips[k] > row->most) row->most = trips[k];
      row->work += work;
    }
    if (k + 1 < depth) instances /= trips[k + 1];
  }
  __unply_work += work;
}

void count_loop_call(uint32_t slot) {
  for (uint32_t i = 0; i < loop_depth; i++)
    if (RingLoopCall* row = loop_call_row(active_loops[i].loop->id, slot)) row->count++;
}

Iterations iteration_at(const ActiveLoop& loop, uint64_t time) {
  if (time - loop.known_start < loop.known_time) return {loop.known, loop.known, loop.known_start};
  uint64_t low = 0, high = loop.segments; // the last segment that begins no later
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    (loop.log[middle].time <= time ? low : high) = middle;
  }
  const IterationSegment& segment = loop.log[low];
  if (time < segment.time) return {0, 0, 0};
  const uint64_t last = low + 1 < loop.segments ? loop.log[low + 1].iteration - 1 : loop.iteration;
  if (!segment.step) {
    const bool one = low + 1 == loop.segments || segment.iteration == last;
    return {segment.iteration, one ? segment.iteration : last, one ? segment.time : 0};
  }
  const uint64_t ahead = (time - segment.time) / segment.step, iteration = segment.iteration + ahead;
  if (iteration >= last) return {last, last, segment.time + (last - segment.iteration) * segment.step};
  loop.known = iteration;
  loop.known_start = segment.time + ahead * segment.step;
  loop.known_time = segment.step;
  return {iteration, iteration, loop.known_start};
}

InnerDistance inner_distance(uint32_t depth, uint64_t time) {
  if (depth + 1 >= loop_depth) return {};
  const ActiveLoop &loop = active_loops[depth], &inner = active_loops[depth + 1];
  if (loop.inner_varies || loop.inner != inner.loop || inner.start != loop.iteration_start + 1) return {};
  const uint64_t start = iteration_at(loop, time).start;
  if (!start || time < start + 2 || inner.iteration == ~0ull) return {}; // the source was in front of the loop inside
  if (iteration_at(loop, time + 1).start != start) return {};            // or behind it
  const auto then = (int64_t)((time - start - 2) / loop.inner_step);
  const int64_t ahead = (int64_t)inner.iteration - then;
  return {true, ahead, ahead};
}

} // namespace unply::runtime
