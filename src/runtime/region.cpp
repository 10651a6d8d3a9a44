// Task and trace regions: the stack of open instances, the current vertex, and its record when it is complete.
//
// Vertices are numbered from 1 in order of creation; a task that finds a dependence on a vertex above its own continues
// under a new number (execution-graphs-mora-2021, Algorithm 3), so numbers are a topological order (Proposition 3.2).
// An empty task costs 9 ns of bookkeeping and two reads of the time stamp counter at 8.5 ns each; in timing runs the
// reads are fenced.
#include "runtime/call_paths.h"
#include "runtime/history.h"
#include "runtime/nodes.h"
#include "runtime/off_cpu.h"
#include "runtime/passed.h"
#include "runtime/profile/function_stack.h"
#include "runtime/profile/loop_stack.h"
#include "runtime/profile/states.h"
#include "runtime/shadow.h"
#include "runtime/stream.h"
#include "runtime/transition.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include <x86intrin.h>

namespace unply::runtime {

Mode mode = Mode::off;
bool shadow_ready;
Vertex vertex;
bool overwritten;
uint32_t trace_floor;

namespace {

using Frame = RingOpenTask; // an open task instance

struct OpenTrace {
  uint64_t frame;
  uint32_t depth; // open tasks when it began
  uint32_t region;
  bool counts; // false: inside another trace region, which is the one that counts
};

constexpr uint32_t kMostFrames = 1 << 22; // reserved; a recursion of tasks may use all of the program's stack
constexpr uint32_t kMostTraces = 1 << 20;
Frame* frames;
uint32_t depth;
OpenTrace* open_traces;
uint32_t trace_depth;
uint32_t last_vertex;
uint32_t last_trace, current_trace;

uint64_t hooks_of_process; // in tasks
uint64_t last_stop_tsc;    // end of the last run
uint64_t region_begun_tsc; // of the open trace region, in runs without stamps

// Vertices made by renewals, with their instance, in ascending order.
struct Extension {
  uint32_t vertex, instance;
};
constexpr uint64_t kMostExtensions = 1ull << 31;
Extension* extensions;
uint32_t extension_count;

bool attached;       // `unply record` started this program
uint32_t role_taken; // some thread is the followed one
uint32_t process_id; // of the process that records: forked children do not
thread_local bool counted_thread __attribute__((tls_model("initial-exec")));

// Time stamps in timing runs. The counter is read after all earlier instructions and before all later ones: without
// fences the counter at the end of a task was read while up to 500 of its instructions were still in flight, and a
// chain of dependent ones appeared 15 to 90 ns too short. With hooks, times are bounds anyway, and fences are omitted.
UNPLY_INLINE uint64_t stamp_end() {
  if (mode >= Mode::times) _mm_lfence();
  return __rdtsc();
}
UNPLY_INLINE uint64_t stamp_begin() {
  if (mode < Mode::times) return __rdtsc();
  _mm_lfence();
  uint64_t now = __rdtsc();
  _mm_lfence();
  return now;
}

UNPLY_INLINE uint32_t region_mark(uint32_t region) { return region + 1; } // 0: none

Vertex vertex_of(const Frame& f) {
  return {.id = f.vertex,
          .instance = f.instance,
          .may_extend = f.may_extend != 0,
          .had_nested = f.had_nested != 0,
          .region = region_mark(f.region)};
}

// The recorder reads the stack of open instances from the header, should the program die.
UNPLY_INLINE void set_depth(uint32_t d) {
  depth = d;
  __atomic_store_n(&ring_header()->open_tasks, d, __ATOMIC_RELEASE);
}

// `v` is the vertex of the top frame: copying it from there right after it was written stalled for 10 ns.
UNPLY_INLINE void begin_run(Frame& f, Vertex v) {
  vertex = v;
  if (UNPLY_LIKELY(mode != Mode::times)) {
    context.hooks = context.transitions = 0;
    context.load_floor = context.store_floor = context.known_floor = mode == Mode::online ? history_floor() : kAlways;
    context.simple = mode == Mode::online && !v.may_extend;
    if (UNPLY_LIKELY(mode == Mode::online)) {
      populate_kept_histories();
      begin_nodes();
    }
  }
  uint64_t now = stamp_begin();
  if (UNPLY_UNLIKELY(now - last_stop_tsc > kLongTicks)) { // time lost meanwhile belongs to no task
    off_cpu_ticks(now, 0);
    now = stamp_begin();
  }
  f.resumed_tsc = now;
}

void set_outside() {
  vertex = {};
  context.simple = 0;
  context.load_floor = 0;
  context.store_floor = mode >= Mode::times ? 0 : mode == Mode::online ? kOutside : kAlways;
  context.known_floor = kAlways;
}

// Of the loop profile all of the program is one vertex, and every access takes the slow path.
void set_profiling() {
  vertex = {.id = 1, .instance = 1, .may_extend = false, .had_nested = false, .region = 0};
  context.load_floor = context.store_floor = context.known_floor = kAlways;
}

UNPLY_INLINE void add_up_run(Frame& f, uint64_t now) {
  uint64_t ticks = now - f.resumed_tsc;
  if (UNPLY_UNLIKELY(ticks > kLongTicks)) ticks -= off_cpu_ticks(now, ticks);
  f.self_ticks += ticks;
  last_stop_tsc = now;
  f.hooks += context.hooks;
  f.transitions += context.transitions;
  // Only this thread counts hooks; a plain store of the sum avoids a locked add of 6 ns a task.
  hooks_of_process += context.hooks;
  ring_header()->counters[kCountHooks] = hooks_of_process;
}

void end_run(uint64_t now) {
  add_up_run(frames[depth - 1], now);
  close_nodes();
}

uint32_t clipped(uint64_t n) { return n > 0xffffffffu ? 0xffffffffu : (uint32_t)n; }

void hand_over_vertex(const Frame& f, uint64_t end_tsc) {
  auto* record = (RingTask*)begin_record(kRecordTask, sizeof(RingTask));
  if (!record) return;
  *record = {.vertex = f.vertex,
             .instance = f.instance,
             .previous = f.previous,
             .parent = f.parent,
             .region = f.region,
             .trace = f.trace,
             .begin_tsc = f.begin_tsc,
             .end_tsc = end_tsc,
             .self_ticks = f.self_ticks,
             .hooks = clipped(f.hooks),
             .transitions = clipped(f.transitions)};
  end_record();
}

bool take_role() {
  uint32_t nobody = 0;
  return __atomic_compare_exchange_n(&role_taken, &nobody, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

bool by_api(uint32_t region) {
  uint32_t origin = region_origin(region);
  return origin == kUnplyApi || origin == kUnplyPaperAbi;
}

// A vertex that was one run, or the last record of one that took several.
bool hand_over_leaf(const Frame& f, uint64_t end_tsc) {
  // The end of a leaf is its begin plus its ticks, unless some of the time in between is excluded.
  if (f.self_ticks >> 32 || f.self_ticks != end_tsc - f.begin_tsc) return false;
  const RingRun row = {.vertex = f.vertex,
                       .instance = f.instance,
                       .entries = 0,
                       .first_index = next_history,
                       .region = f.region,
                       .trace = f.trace,
                       .hooks = clipped(f.hooks),
                       .transitions = clipped(f.transitions),
                       .begin_tsc = f.begin_tsc,
                       .ticks = (uint32_t)f.self_ticks,
                       .reserved = 0};
  if (close_leaf(row)) return true;
  auto* leaf = (RingRun*)begin_record(kRecordLeaf, sizeof(RingRun));
  if (!leaf) return true;
  *leaf = row;
  end_record();
  return true;
}

void hand_over_event(RingRecordType type, uint32_t region, uint32_t trace, uint64_t tsc) {
  hand_over_stream();
  auto* record = (RingTaskEvent*)begin_record(type, sizeof(RingTaskEvent));
  if (!record) return;
  *record = {region, trace, tsc};
  end_record();
}

void close_task(uint64_t now) {
  Frame& f = frames[depth - 1];
  if (mode != Mode::accesses && depth == 1 && !f.had_nested) {
    add_up_run(f, now);
    if (!hand_over_leaf(f, now)) {
      close_nodes();
      hand_over_vertex(f, now);
    }
    set_depth(0);
    if (mode != Mode::off) set_outside();
    return;
  }
  end_run(now);
  if (mode == Mode::accesses)
    hand_over_event(kRecordTaskEnd, f.region, f.trace, now);
  else if (mode != Mode::off)
    hand_over_vertex(f, now);
  set_depth(depth - 1);
  if (mode == Mode::off) return;
  if (depth) return begin_run(frames[depth - 1], vertex_of(frames[depth - 1]));
  set_outside();
  forget_kept_histories();
}

// An exception, longjmp or goto may leave regions without their end. The stack grows down: a region whose frame lies
// below the caller's is gone. Regions of the API may begin and end at any call depth, so they stay open.
void close_stale_tasks(uint64_t frame, uint32_t region, uint32_t keep) {
  while (depth > keep) {
    const Frame& top = frames[depth - 1];
    if (top.api) return;
    if (top.frame > frame || (top.frame == frame && top.region != region)) return;
    count_event(kCountResynchronised);
    close_task(__rdtsc());
  }
}

void forked_child() {
  context = {};
  mode = Mode::off;
  attached = false;
}
void before_fork() {
  if (mode != Mode::off) count_event(kCountForks);
}

struct SignalsWait {
  sigset_t before;
  SignalsWait() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
  }
  ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
};

// The program runs in the copies of its functions.
bool without_hooks() { return ring_header()->mode == kRingTimes || ring_header()->mode == kRingUnstamped; }

bool map_state(bool of_loops) {
  frames = (Frame*)map_open_part(0, kRingOpenTaskBytes, kMostFrames * sizeof(Frame));
  open_traces = (OpenTrace*)map_memory(kMostTraces * sizeof(OpenTrace));
  if (without_hooks()) return frames && open_traces;
  extensions = (Extension*)map_memory(kMostExtensions * sizeof(Extension));
  return frames && open_traces && extensions && map_histories(of_loops) && map_call_paths() && map_stream() &&
         map_shadow() && map_unseen();
}

// Hooks before the first region are inactive, because no vertex has accessed memory yet. All set-up therefore waits for
// it. Signals are blocked meanwhile: calibration runs the hooks inside its own tasks, to which a handler's accesses
// would be attributed.
bool start_recording() {
  const SignalsWait signals;
  const uint32_t asked = ring_header()->mode;
  bool followable = without_hooks() || memory_has_shadow();
  const bool profiled = loops_are_profiled();
  if (!followable || !map_state(profiled) || (profiled && (!map_loops() || !map_functions() || !map_states()))) {
    stop_recording(followable ? kStopAddressSpace : kStopForeignMemory);
    attached = false;
    return false;
  }
  process_id = (uint32_t)getpid();
  if (without_hooks()) {
    context.followed = 1; // tasks are entered as by the program
    calibrate_times();
  } else {
    choose_vectors();
    if (profiled)
      ring_header()->profiled = 1;
    else
      calibrate();
    if (!profiled && asked == kRingOnline && (values_pass || has_chosen_functions())) keep_all_histories();
  }
  constexpr Mode kModes[] = {Mode::online, Mode::accesses, Mode::times, Mode::unstamped, Mode::loops};
  mode = profiled ? Mode::loops : kModes[asked];
  context.followed = 1;
  if (profiled)
    set_profiling();
  else
    set_outside();
  if (!without_hooks() && !profiled) set_plain_copies(kUnplyPlainOthers);
  pthread_atfork(before_fork, nullptr, forked_child);
  hand_over_modules();
  hand_over_inline_functions();
  return mode != Mode::off;
}

// Runs before all constructors, including those of shared objects: the word that selects a function's copy must not
// change while user code, which may keep addresses of labels in memory, runs. getenv does not work yet.
void attach(int, char**, char** environment) {
  attached = attach_ring(environment);
  if (!attached || without_hooks()) return;
  set_plain_copies(kUnplyPlainNobody);
  if (ring_header()->mode == kRingOnline || ring_header()->mode == kRingLoops) profile_loops_of_others();
}
__attribute__((section(".preinit_array"), used)) void (*const attach_early)(int, char**, char**) = attach;

void begin_task(uint32_t region, uint64_t frame) {
  if (depth) close_stale_tasks(frame, region, trace_depth ? open_traces[trace_depth - 1].depth : 0);
  if (depth == kMostFrames || last_vertex >= 0xfffffffeu) return stop_recording(kStopTasks);
  uint64_t now = 0;
  uint32_t parent = 0;
  if (depth) {
    now = stamp_end();
    end_run(now);
    Frame& outer = frames[depth - 1];
    outer.may_extend = outer.had_nested = 1;
    keep_histories();
    parent = outer.vertex;
    if (mode == Mode::off) return;
  }
  uint32_t id = ++last_vertex;
  if (UNPLY_UNLIKELY(overwritten)) { // a later task may use the written bytes
    overwritten = false;
    count_event(kCountOverwrites);
  }
  if (mode == Mode::accesses) hand_over_event(kRecordTaskBegin, region, current_trace, now ? now : __rdtsc());
  Frame& f = frames[depth];
  f = {.frame = frame,
       .vertex = id,
       .instance = id,
       .previous = 0,
       .parent = parent,
       .region = region,
       .trace = current_trace,
       .begin_tsc = 0,
       .resumed_tsc = 0,
       .self_ticks = 0,
       .hooks = 0,
       .transitions = 0,
       .api = by_api(region),
       .may_extend = 0,
       .had_nested = 0,
       .reserved = {}};
  set_depth(depth + 1);
  begin_run(f, {.id = id, .instance = id, .may_extend = false, .had_nested = false, .region = region_mark(region)});
  f.begin_tsc = f.resumed_tsc;
  if (UNPLY_UNLIKELY(values_pass) && follows_memory()) begin_passed(depth - 1, region_origin(region) == kUnplyFunction);
}

void end_task(uint64_t frame, uint64_t now) {
  if (!depth) return count_event(kCountUnbalancedEnds);
  uint32_t match = depth;
  while (match && !frames[match - 1].api && frames[match - 1].frame != frame) match--;
  if (!match) return count_event(kCountUnbalancedEnds);
  while (depth > match && mode != Mode::off) {
    count_event(kCountResynchronised);
    close_task(now);
  }
  if (UNPLY_UNLIKELY(values_pass) && follows_memory()) end_passed(depth - 1);
  if (mode != Mode::off) close_task(now);
}

void hand_over_trace(RingRecordType type, uint32_t region, uint64_t tsc) {
  if (mode == Mode::accesses) hand_over_stream();
  auto* record = (RingTrace*)begin_record(type, sizeof(RingTrace));
  if (!record) return;
  *record = {current_trace, region, tsc ? tsc : stamp_begin()};
  end_record();
}

// For a region without stamps inside only its length counts, without slices lost to other programs.
uint64_t end_of_region(uint64_t now) {
  return mode == Mode::unstamped ? now - off_cpu_ticks(now, now - region_begun_tsc) : now;
}

void close_trace(uint64_t now) {
  const OpenTrace t = open_traces[--trace_depth];
  while (depth > t.depth && mode != Mode::off) {
    count_event(kCountResynchronised);
    close_task(__rdtsc());
  }
  if (!t.counts || mode == Mode::off) return;
  hand_over_trace(kRecordTraceEnd, t.region, end_of_region(now));
  current_trace = 0;
  trace_floor = history_floor();
  overwritten = false;
}

void begin_trace(uint32_t region, uint64_t frame) {
  while (trace_depth && mode != Mode::off) { // left by an exception or longjmp
    const OpenTrace& top = open_traces[trace_depth - 1];
    if (by_api(top.region) || top.frame > frame || (top.frame == frame && top.region != region)) break;
    count_event(kCountResynchronised);
    close_trace(__rdtsc());
  }
  if (depth) close_stale_tasks(frame, region, trace_depth ? open_traces[trace_depth - 1].depth : 0);
  if (trace_depth == kMostTraces || mode == Mode::off) return;
  bool outermost = current_trace == 0;
  open_traces[trace_depth++] = {.frame = frame, .depth = depth, .region = region, .counts = outermost};
  if (!outermost) return count_event(kCountNestedTraces);
  current_trace = ++last_trace;
  trace_floor = history_floor();
  overwritten = false;
  if (mode == Mode::unstamped) {
    region_begun_tsc = __rdtsc();
    off_cpu_ticks(region_begun_tsc, 0);
  }
  hand_over_trace(kRecordTraceBegin, region, 0);
}

void end_trace(uint64_t frame, uint64_t now) {
  uint32_t match = trace_depth;
  while (match && !by_api(open_traces[match - 1].region) && open_traces[match - 1].frame != frame) match--;
  if (!match) return count_event(kCountUnbalancedEnds);
  while (trace_depth >= match && trace_depth && mode != Mode::off) close_trace(now);
}

// Called after the second return of setjmp, or where an exception leaves a function. Frames above the caller's are left
// alone: fibres made with setjmp run on separate stacks.
void rewind_to(uint32_t last_kept, uint32_t traces, uint64_t frame) {
  while (depth && mode != Mode::off && frames[depth - 1].instance > last_kept && frames[depth - 1].frame <= frame) {
    count_event(kCountResynchronised);
    close_task(__rdtsc());
  }
  while (trace_depth > traces && mode != Mode::off && open_traces[trace_depth - 1].frame <= frame) {
    count_event(kCountResynchronised);
    close_trace(__rdtsc());
  }
}

__attribute__((destructor(101))) void at_exit() { finish_recording(); }

} // namespace

bool renewed_from(uint32_t id) {
  if (id < vertex.instance || id > vertex.id) return false;
  if (id == vertex.instance) return true;
  uint32_t low = 0, high = extension_count; // was `id` made by a renewal of the same instance?
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (extensions[middle].vertex < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < extension_count && extensions[low].vertex == id && extensions[low].instance == vertex.instance;
}

uint64_t frame_of_task() {
  const bool known = depth && !frames[depth - 1].api;
  return known ? frames[depth - 1].frame : ~0ull;
}

void leave_out_of_run(uint64_t ticks) {
  if (depth) frames[depth - 1].resumed_tsc += ticks;
}

void renew_vertex() {
  if (last_vertex >= 0xfffffffeu || extension_count == kMostExtensions) return stop_recording(kStopTasks);
  uint64_t now = __rdtsc();
  end_run(now);
  Frame& f = frames[depth - 1];
  hand_over_vertex(f, now);
  uint32_t before = f.vertex;
  f.previous = before;
  f.vertex = ++last_vertex;
  f.may_extend = 0;
  f.begin_tsc = now;
  f.self_ticks = f.hooks = f.transitions = 0;
  extensions[extension_count++] = {f.vertex, f.instance};
  if (mode == Mode::off) return;
  begin_run(f, vertex_of(f));
}

bool follow_this_thread() {
  if (context.followed) return mode != Mode::off;
  if (!attached) return false;
  if (!counted_thread) {
    counted_thread = true;
    count_event(kCountThreads);
  }
  return take_role() && start_recording();
}

void finish_recording() {
  if (!context.followed) {
    // Another thread called exit: the followed one may still be running, so its open tasks stay open.
    if (!attached || (role_taken && process_id != (uint32_t)getpid())) return;
    if (take_role()) { // no region began: report the chosen ones at least
      mode = Mode::times;
      hand_over_modules();
    }
    mode = Mode::off;
    return close_ring();
  }
  if (mode == Mode::off || process_id != (uint32_t)getpid()) return;
  context.busy = 1;
  drain_queue();
  uint64_t now = __rdtsc();
  if (mode == Mode::loops) {
    ring_header()->counters[kCountHooks] = context.hooks;
    end_all_functions();
    end_all_loops();
  }
  while (depth && mode != Mode::off) close_task(now);
  while (trace_depth && mode != Mode::off) close_trace(now);
  if (mode == Mode::accesses) hand_over_stream();
  mode = Mode::off;
  context = {};
  close_ring();
}

} // namespace unply::runtime

using namespace unply::runtime;

namespace {

// The entry of every region function: returns false if this thread does not record.
bool enter() {
  if (UNPLY_LIKELY(context.followed)) {
    if (UNPLY_UNLIKELY(context.busy)) {
      count_event(kCountSignalsInside);
      return false;
    }
    return mode != Mode::off && mode != Mode::loops;
  }
  int saved = errno;
  bool ok = follow_this_thread() && mode != Mode::loops;
  errno = saved;
  return ok;
}

void end_task_now(void* frame) {
  if (UNPLY_UNLIKELY(mode == Mode::unstamped)) return;
  uint64_t now = stamp_end();
  if (!context.followed || context.busy || mode == Mode::off) return;
  Busy busy;
  end_task((uint64_t)frame, now);
}

uint32_t begin_task_now(uint32_t region, void* frame) {
  if (UNPLY_UNLIKELY(mode == Mode::unstamped)) return 0;
  Busy busy;
  begin_task(region, (uint64_t)frame);
  return depth > 1;
}

void end_trace_now(void* frame) {
  uint64_t now = stamp_end();
  if (!context.followed || context.busy || mode == Mode::off) return;
  Busy busy;
  end_trace((uint64_t)frame, now);
}

uint64_t label_key(const char* label, const char* file, uint32_t line) {
  uint64_t key = 1469598103934665603ull ^ line;
  const char* texts[] = {label, file};
  for (const char* p : texts)
    for (; p && *p; p++) key = (key ^ (unsigned char)*p) * 1099511628211ull; // FNV-1a
  return key;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

uint32_t __unply_runs_loops(void) {
  if (UNPLY_LIKELY(context.followed)) return mode == Mode::loops;
  int saved = errno;
  const bool follows = follow_this_thread();
  errno = saved;
  return follows && mode == Mode::loops;
}

uint32_t __unply_task_begin(UnplyRegion* region, void* frame) {
  if (UNPLY_UNLIKELY(!enter())) {
    if (!context.followed) count_event(kCountForeignTasks);
    return 0;
  }
  return begin_task_now(region->id, frame);
}
void __unply_task_end(void* frame) { end_task_now(frame); }

void __unply_trace_begin(UnplyRegion* region, void* frame) {
  if (!enter()) return;
  Busy busy;
  begin_trace(region->id, (uint64_t)frame);
}
void __unply_trace_end(void* frame) { end_trace_now(frame); }

uint64_t __unply_mark(void) { return (uint64_t)trace_depth << 32 | last_vertex; }
void __unply_rewind(uint64_t mark, void* frame) {
  if (!context.followed || context.busy || mode == Mode::off || !(depth | trace_depth)) return;
  Busy busy;
  rewind_to((uint32_t)mark, (uint32_t)(mark >> 32), (uint64_t)frame);
}

void __unply_fresh(void* p, uint64_t n) {
  if (!context.store_floor || context.busy) return;
  Busy busy;
  forget((uint64_t)p, n);
}

// Calls that the pass has not replaced: code compiled without it.
void* __unply_pragma_trace(const char* label, const char* file, uint32_t line, uint32_t) {
  if (enter()) {
    Busy busy;
    begin_trace(dynamic_region(kUnplyTrace, kUnplyApi, label_key(label, file, line), label), 0);
  }
  return nullptr;
}
void* __unply_pragma_task(const char* label, const char* file, uint32_t line, uint32_t) {
  if (enter()) begin_task_now(dynamic_region(kUnplyTask, kUnplyApi, label_key(label, file, line), label), nullptr);
  return nullptr;
}
void __unply_pragma_trace_end(void**) { end_trace_now(nullptr); }
void __unply_pragma_task_end(void**) { end_task_now(nullptr); }
void __unply_api_trace_begin(const char* label) { __unply_pragma_trace(label, nullptr, 0, 0); }
void __unply_api_trace_end(void) { end_trace_now(nullptr); }
void __unply_api_task_begin(const char* label) { __unply_pragma_task(label, nullptr, 0, 0); }
void __unply_api_task_end(void) { end_task_now(nullptr); }

void __mt_btrace(uint32_t id) {
  if (!enter()) return;
  Busy busy;
  begin_trace(dynamic_region(kUnplyTrace, kUnplyPaperAbi, id, nullptr), 0);
}
void __mt_etrace(void) { end_trace_now(nullptr); }
void __mt_btask(uint32_t id) {
  if (enter()) begin_task_now(dynamic_region(kUnplyTask, kUnplyPaperAbi, id, nullptr), nullptr);
}
void __mt_etask(void) { end_task_now(nullptr); }
}
#pragma GCC visibility pop

namespace unply::runtime {

EmptyTasks time_empty_tasks(uint32_t count, uint32_t* inside) {
  auto* begin = &__unply_task_begin; // through pointers, as calls from other objects go
  auto* end = &__unply_task_end;
  __asm__ volatile("" : "+r"(begin), "+r"(end));
  UnplyRegion region = {0};
  begin(&region, (void*)16);
  uint64_t begun = __rdtsc();
  for (uint32_t i = 0; i < count; i++) {
    begin(&region, (void*)8);
    end((void*)8);
    uint64_t ticks = frames[1].self_ticks;
    inside[i] = mode == Mode::unstamped ? 0 : clipped(ticks);
  }
  uint64_t whole = __rdtsc() - begun;
  end((void*)16);
  double parents = (double)frames[0].self_ticks;
  last_vertex = 0;
  last_stop_tsc = 0;
  return {(double)whole / count, parents / count};
}

} // namespace unply::runtime
