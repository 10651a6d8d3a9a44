// The OMPT tool: libomp calls these functions at OpenMP events of the program (OpenMP API 5.2, "OMPT Callbacks"). The
// data words that libomp stores for the tool hold numbers: of the region, and of the explicit task (0 in implicit
// ones).
#include "recorder/call_sites.h"
#include "recorder/ompt_abi.h"
#include "recorder/ompt_thread.h"
#include "recorder/spool.h"

namespace unply::recorder {

namespace {

using namespace ompt;

// Where regions begin, for the events that libomp gives no place: implicit tasks, the barriers at their ends.
constexpr uint32_t kRegionsKept = 1 << 12;
struct RegionPlace {
  uint64_t number;
  const void* code;
};
RegionPlace region_places[kRegionsKept];

const void* place_of_region(uint64_t number) {
  const RegionPlace& place = region_places[number % kRegionsKept];
  return place.number == number ? place.code : nullptr;
}

uint64_t number_of(const Data* data) { return data ? data->value : 0; }

void thread_begin(int type, Data*) { begin_thread(type == kInitial ? kThreadInitial : kThreadOpenmp); }
void thread_end(Data*) { end_thread(); }

void parallel_begin(Data*, const Frame*, Data* region, unsigned threads, int, const void* code) {
  uint64_t number = new_region();
  region->value = number;
  region_places[number % kRegionsKept] = {number, code};
  emit(kEventParallelBegin, code, number, threads);
}
void parallel_end(Data* region, Data*, int, const void* code) { emit(kEventParallelEnd, code, number_of(region)); }

void implicit_task(int endpoint, Data* region, Data* task, unsigned size, unsigned index, int flags) {
  if (flags & kFlagInitial) {
    ompt_thread.team_size = 1;
    return;
  }
  OmptThread& thread = ompt_thread;
  if (endpoint == kBegin) {
    uint64_t number = number_of(region);
    thread.region_code = place_of_region(number);
    thread.team_size = size;
    task->pointer = nullptr;
    emit(kEventImplicitBegin, thread.region_code, number, (uint64_t)size << 32 | index);
  } else {
    emit(kEventImplicitEnd, thread.region_code, number_of(region));
  }
}

uint64_t task_flags(unsigned flags, const Frame* parent) {
  uint64_t result = 0;
  if (flags & kFlagUntied) result |= kTaskUntied;
  if (flags & kFlagFinal) result |= kTaskFinal;
  if (flags & kFlagMergeable) result |= kTaskMergeable;
  if (flags & kFlagUndeferred) result |= kTaskUndeferred;
  if (flags & kFlagTarget) result |= kTaskTarget;
  if (flags & kFlagTaskwait) result |= kTaskTaskwait;
  if ((flags & kFlagUndeferred) && parent && (parent->enter_frame_flags & kFrameApplication)) result |= kTaskIfFalse;
  return result;
}

void task_create(Data* parent, const Frame* frame, Data* task, int flags, int, const void* code) {
  if (flags & kFlagInitial) return;
  uint64_t number = new_task(), more = task_flags((unsigned)flags, frame);
  task->value = number;
  if (is_runtime_code(code)) { // taskloop: libomp creates its tasks
    code = ompt_thread.taskgroup_code;
    more |= kTaskTaskloop;
  }
  emit(kEventTaskCreate, code, number, number_of(parent) << 8 | more);
}

UnplyTaskStatus status_of(int status) {
  switch (status) {
  case kComplete:
  case kLateFulfill:
  case kTaskwaitComplete:
    return kTaskCompleted;
  case kYield:
    return kTaskYielded;
  case kCancel:
    return kTaskCancelled;
  case kDetach:
    return kTaskDetached;
  default:
    return kTaskOtherReason;
  }
}

void task_schedule(Data* left, int status, Data* entered) {
  if (status == kEarlyFulfill || status == kTaskwaitComplete) return; // no switch
  emit(kEventTaskSwitch, nullptr, status_of(status), number_of(left) << 32 | number_of(entered));
}

void dependences(Data*, const Dependence* list, int count) {
  for (int i = 0; i < count; ++i) {
    int type = list[i].type;
    bool all = type == kOutAllMemory || type == kInoutAllMemory;
    // Numbers differ from libomp's in three places: see UnplyDependenceType.
    uint64_t ours = all         ? kDependAll
                    : type == 7 ? kDependInoutset
                    : type == 5 ? kDependSource
                    : type == 6 ? kDependSink
                                : (uint64_t)type;
    emit(kEventTaskDependence, nullptr, ours, list[i].variable.value);
  }
}
void task_dependence(Data* source, Data* sink) { emit(kEventTaskPair, nullptr, number_of(sink), number_of(source)); }

UnplyWait wait_of(int kind) {
  switch (kind) {
  case kTaskwait:
    return kWaitTaskwait;
  case kTaskgroup:
    return kWaitTaskgroup;
  case kReduction:
    return kWaitReduction;
  case kBarrierExplicit:
    return kWaitBarrierExplicit;
  case kBarrierImplementation:
    return kWaitBarrierImplementation;
  default:
    return kWaitBarrierImplicit;
  }
}

void sync_region_wait(int kind, int endpoint, Data*, Data*, const void* code) {
  if (!code || is_runtime_code(code)) code = kind == kTaskgroup ? ompt_thread.taskgroup_code : ompt_thread.region_code;
  if (endpoint & kBegin) emit(kEventWaitBegin, code, wait_of(kind));
  if (endpoint & kEnd) emit(kEventWaitEnd, code, wait_of(kind));
}

// Only taskgroups: sync_region_wait reports the others equally well, with half the events.
void sync_region(int kind, int endpoint, Data*, Data*, const void* code) {
  if (kind != kTaskgroup) return;
  if (endpoint & kBegin) {
    ompt_thread.taskgroup_code = code;
    emit(kEventTaskgroupBegin, code);
  }
  if (endpoint & kEnd) emit(kEventTaskgroupEnd, code);
}

void work(int type, int endpoint, Data*, Data*, uint64_t count, const void* code) {
  if (endpoint & kBegin) begin_work(type, count, code);
  if (endpoint & kEnd) end_work(type, count, code);
}

void dispatch(Data*, Data*, int kind, Data instance) {
  if (kind == kLoopChunk || kind == kDistributeChunk || kind == kTaskloopChunk) {
    auto* chunk = (const Chunk*)instance.pointer;
    if (kind == kTaskloopChunk)
      emit(kEventChunk, ompt_thread.taskgroup_code, chunk->start, chunk->iterations);
    else
      dispatch_chunk(chunk->start, chunk->iterations);
  } else if (kind == kSection) {
    dispatch_section(instance.value);
  }
}

void masked(int endpoint, Data*, Data*, const void* code) {
  if (endpoint & kBegin) emit(kEventMaskedBegin, code);
  if (endpoint & kEnd) emit(kEventMaskedEnd, code);
}

UnplyLock lock_of(int kind) {
  switch (kind) {
  case kNestLock:
  case kTestNestLock:
    return kLockNestedOmp;
  case kCritical:
    return kLockCritical;
  case kAtomic:
    return kLockAtomic;
  case kOrdered:
    return kLockOrdered;
  default:
    return kLockOmp;
  }
}

// A free lock is acquired in 30 to 50 ns; a lock released by another core takes hundreds. The two cases can be
// distinguished only after the acquisition, so the wait is recorded then, with the time of its begin: one event less
// for a free lock.
constexpr uint64_t kWaitTicks = 500;

// The end of a critical section on another thread can consume the place that libomp stored for thread 0's next event:
// this happened with the libomp of scripts/fetch-libomp in 1 run of 16 on a busy machine. The place of such an end is
// therefore ignored, and an event of thread 0 that lost its place has a place in the runtime, or none.
void mutex_acquire(int, unsigned, unsigned, uint64_t, const void* code) {
  if (UNPLY_UNLIKELY(!code || is_runtime_code(code))) code = unwind_to_user();
  ompt_thread.lock_begun = read_ticks();
  ompt_thread.lock_code = code;
}
void mutex_acquired(int kind, uint64_t id, const void* code) {
  OmptThread& thread = ompt_thread;
  if (!code || is_runtime_code(code)) code = thread.lock_code;
  uint64_t now = read_ticks();
  uint32_t core = read_core();
  if (now - thread.lock_begun > kWaitTicks) emit_at(thread.lock_begun, core, kEventLockWait, code, lock_of(kind), id);
  emit_at(now, core, kEventLockAcquired, code, lock_of(kind), id);
}
void mutex_released(int kind, uint64_t id, const void* code) {
  if (kind == kCritical)
    code = ompt_thread.lock_code;
  else if (UNPLY_UNLIKELY(!code || is_runtime_code(code)))
    code = unwind_to_user();
  emit(kEventLockReleased, code, lock_of(kind), id);
}
void lock_init(int kind, unsigned, unsigned, uint64_t id, const void* code) {
  emit(kEventLockInit, code, lock_of(kind), id);
}
void lock_destroy(int kind, uint64_t id, const void* code) { emit(kEventLockDestroy, code, lock_of(kind), id); }

// omp_control_tool(): the standard's commands, as far as they apply to recording.
int control_tool(uint64_t command, uint64_t, void*, const void*) {
  constexpr uint64_t kStart = 1, kPause = 2, kEnd = 4;
  constexpr int kSuccess = 0, kIgnored = 1;
  if (command == kStart)
    resume_recording();
  else if (command == kPause || command == kEnd)
    pause_recording();
  else
    return kIgnored;
  return kSuccess;
}

int initialize(Lookup lookup, int, Data*) {
  auto set = (SetCallback)lookup("ompt_set_callback");
  if (!set) return 0;
  note_modules(); // libomp may have come by dlopen
  struct Callback {
    int number;
    Interface function;
  };
  const Callback callbacks[] = {
      {kThreadBegin, (Interface)thread_begin},
      {kThreadEnd, (Interface)thread_end},
      {kParallelBegin, (Interface)parallel_begin},
      {kParallelEnd, (Interface)parallel_end},
      {kImplicitTask, (Interface)implicit_task},
      {kTaskCreate, (Interface)task_create},
      {kTaskSchedule, (Interface)task_schedule},
      {kDependences, (Interface)dependences},
      {kTaskDependence, (Interface)task_dependence},
      {kSyncRegionWait, (Interface)sync_region_wait},
      {kSyncRegion, (Interface)sync_region},
      {kWork, (Interface)work},
      {kDispatch, (Interface)dispatch},
      {kMasked, (Interface)masked},
      {kMutexAcquire, (Interface)mutex_acquire},
      {kMutexAcquired, (Interface)mutex_acquired},
      {kMutexReleased, (Interface)mutex_released},
      {kLockInit, (Interface)lock_init},
      {kLockDestroy, (Interface)lock_destroy},
      {kControlTool, (Interface)control_tool},
  };
  for (const Callback& callback : callbacks) set(callback.number, callback.function);
  has_seen(kFrontOmpt);
  return 1;
}

void finalize(Data*) {}

StartResult result = {initialize, finalize, {0}};

} // namespace
} // namespace unply::recorder

extern "C" UNPLY_EXPORT unply::recorder::ompt::StartResult* ompt_start_tool(unsigned, const char*) {
  return unply::recorder::start() ? &unply::recorder::result : nullptr;
}
