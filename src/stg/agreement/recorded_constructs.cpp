// See recorded_constructs.h, include/unply/event_format.h, and docs/design/openmp-tasks.md for how libomp behaves on
// one thread: a task runs where it is created, and the end of a region is no barrier.
#include "stg/agreement/recorded_constructs.h"
#include "unply/event_format.h"

namespace unply::stg {

namespace {

constexpr int64_t kRuntimeInoutset = 8, kRuntimeAll = 0x80; // as Role::depend_kind has them

bool is_loop(uint64_t work) { return work <= kWorkLoopOther || work == kWorkDistribute; }
bool is_compared(uint64_t work) {
  return is_loop(work) || work == kWorkSections || work == kWorkSingleExecutor || work == kWorkTaskloop;
}

} // namespace

int64_t kind_in_program(uint64_t type) {
  return type == kDependInoutset ? kRuntimeInoutset : type == kDependAll ? kRuntimeAll : int64_t(type);
}

bool is_openmp_event(uint8_t kind) {
  return (kind >= kEventParallelBegin && kind <= kEventImplicitEnd) ||
         (kind >= kEventTaskCreate && kind <= kEventTaskgroupEnd) ||
         (kind >= kEventWorkBegin && kind <= kEventMaskedEnd);
}

void ConstructReader::add(Call call, uint32_t site, uint64_t calls, int64_t iterations) {
  constructs_.push_back({.call = call, .site = site, .iterations = iterations, .calls = calls});
}

void ConstructReader::begin_work(uint64_t work, uint64_t iterations, uint32_t site, uint64_t calls) {
  if (!is_compared(work)) return;
  if (work == kWorkSingleExecutor) return add(Call::omp_single, site, calls);
  if (work == kWorkTaskloop) taskloops_.push_back(constructs_.size());
  add(work == kWorkTaskloop   ? Call::omp_taskloop
      : work == kWorkSections ? Call::omp_sections
                              : Call::omp_loop,
      site, calls, int64_t(iterations));
}

void ConstructReader::create(uint64_t task, uint64_t flags, uint32_t site, uint64_t calls) {
  if ((flags & kTaskTaskloop) != 0 && !taskloops_.empty()) return void(++constructs_[taskloops_.back()].pieces);
  takes_depends_ = true;
  add((flags & kTaskTaskwait) != 0 ? Call::omp_taskwait : Call::omp_task, site, calls);
  if ((flags & kTaskTaskwait) == 0) created_ = task;
}

void ConstructReader::leave(uint64_t status, uint64_t task, uint64_t calls) {
  if (status != kTaskCompleted && status != kTaskCancelled) return;
  if (tasks_.empty() || tasks_.back() != task) return;
  tasks_.pop_back();
  add(Call::omp_end, 0, calls);
}

void ConstructReader::take(uint8_t kind, uint64_t a, uint64_t b, uint32_t site, uint64_t calls) {
  if (kind == kEventTaskDependence) {
    if (takes_depends_) constructs_.back().depends.push_back({.address = b, .bytes = 0, .kind = kind_in_program(a)});
    return;
  }
  takes_depends_ = takes_depends_ && !is_openmp_event(kind);
  switch (kind) {
  case kEventParallelBegin:
    return add(Call::omp_parallel, site, calls);
  case kEventTaskgroupBegin:
    return add(Call::omp_taskgroup, site, calls);
  case kEventMaskedBegin:
    return add(Call::omp_master, site, calls);
  case kEventWorkBegin:
    return begin_work(a, b, site, calls);
  case kEventWorkEnd:
    if (a == kWorkTaskloop && !taskloops_.empty()) taskloops_.pop_back();
    if (is_compared(a)) add(Call::omp_end, 0, calls);
    return;
  case kEventParallelEnd:
  case kEventTaskgroupEnd:
  case kEventMaskedEnd:
    return add(Call::omp_end, 0, calls);
  case kEventLockAcquired:
    return a == kLockCritical ? add(Call::omp_critical, site, calls) : void();
  case kEventLockReleased:
    return a == kLockCritical ? add(Call::omp_end, 0, calls) : void();
  case kEventTaskCreate:
    return create(a, b & 0xff, site, calls);
  case kEventTaskSwitch:
    if (created_ != 0 && (b & 0xffffffff) == created_) tasks_.push_back(std::exchange(created_, 0));
    return leave(a, b >> 32, calls);
  case kEventWaitBegin:
    if (a == kWaitTaskwait) return add(Call::omp_taskwait, site, calls);
    if (a >= kWaitBarrierImplicit && a <= kWaitBarrierImplementation) return add(Call::omp_barrier, site, calls);
    return;
  default:
    return;
  }
}

} // namespace unply::stg
