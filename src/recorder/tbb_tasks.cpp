// Tasks of oneTBB: creation at spawn(), execution through a copy of the task's vtable with the recorder's execute(),
// and waits. This is a separate shared object, loaded only into programs that are linked with oneTBB. oneTBB has no
// interface for this. The code relies on its internals: the names of the functions, the place of execute() and cancel()
// in the table, and that the last of the six reserved words of a task is free. It is therefore enabled for tested
// versions; with others only the threads are recorded. Each task gets its own vtable back before its code runs; from
// then on it is not touched, as it may delete itself.
#include "recorder/core_link.h"
#include "unply/spool_format.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

extern "C" int _dl_find_object(void*, dl_find_object*) __attribute__((weak));

namespace unply::recorder {

namespace {

constexpr int kTestedVersions[] = {12080}; // TBB_runtime_interface_version(): oneTBB 2021.8

struct Task {
  void** table;
  uint64_t traits;
  uint64_t reserved[6]; // [0] is the task's group, [2] its isolation; [5]: our number of the task
};
using Execute = Task* (*)(Task*, void*);
constexpr size_t kExecute = 2, kCancel = 3; // behind the two destructors

const CoreLink* core;
enum { kUnknown, kOn, kOff };
int tbb_state;

// ---- The open tasks and waits of each thread. An exception leaves them without a notification, so each entry keeps
// its stack frame, and entries whose frames are gone are closed at the next event.
struct Inside {
  uint64_t frame;
  uint32_t task;    // that runs from here on, 0: none
  uint32_t outside; // that ran before
  const void* waits_for;
  const void* site;
};
constexpr size_t kMostInside = 1024;
struct Nesting {
  size_t depth;
  Inside entries[kMostInside];
};
constinit thread_local Nesting* nesting __attribute__((tls_model("initial-exec"))) = nullptr;

void free_nesting() {
  if (nesting) munmap(nesting, sizeof(Nesting));
  nesting = nullptr;
}

bool has_nesting() {
  if (UNPLY_LIKELY(nesting != nullptr)) return true;
  int saved = errno;
  void* memory = mmap(nullptr, sizeof(Nesting), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = saved;
  if (memory != MAP_FAILED) nesting = (Nesting*)memory;
  return nesting;
}

uint32_t current_task() { return nesting && nesting->depth ? nesting->entries[nesting->depth - 1].task : 0; }

void close_innermost(UnplyTaskStatus status) {
  const Inside& inside = nesting->entries[--nesting->depth];
  if (inside.waits_for)
    core->emit(kEventWaitEnd, inside.site, kWaitTbb, (uint64_t)inside.waits_for);
  else
    core->emit(kEventTaskSwitch, inside.site, status, (uint64_t)inside.task << 32 | inside.outside);
}

// Entries left by an exception lie deeper than a current frame, or at the place of a new one.
void close_left_frames(uint64_t before) {
  while (nesting && nesting->depth && nesting->entries[nesting->depth - 1].frame < before)
    close_innermost(kTaskCancelled);
}
void close_frames_before(const void* new_frame) { close_left_frames((uint64_t)new_frame + 1); }

bool enter(Inside inside) {
  if (!has_nesting() || nesting->depth == kMostInside) return false;
  inside.outside = current_task();
  if (inside.waits_for) {
    inside.task = inside.outside;
    core->emit(kEventWaitBegin, inside.site, kWaitTbb, (uint64_t)inside.waits_for);
  } else {
    core->emit(kEventTaskSwitch, inside.site, kTaskOtherReason, (uint64_t)inside.outside << 32 | inside.task);
  }
  nesting->entries[nesting->depth++] = inside;
  return true;
}

void leave(const void* frame) {
  close_left_frames((uint64_t)frame);
  if (nesting && nesting->depth && nesting->entries[nesting->depth - 1].frame == (uint64_t)frame)
    close_innermost(kTaskCompleted);
}

// ---- Tables of virtual functions
constexpr size_t kMostSlots = 28, kMostTables = 1024; // classes of tasks; a power of two
struct TableCopy {
  void** original;
  void* before[2]; // offset to the whole object, and type
  void* slots[kMostSlots];
};
TableCopy* table_copies[kMostTables];

Task* run_task(Task* task, void* data);
Task* cancel_task(Task* task, void* data);

TableCopy* copy_of(Task* task) { return (TableCopy*)((char*)task->table - offsetof(TableCopy, slots)); }

// The size of the vtable is unknown: the largest possible size is copied, but not beyond its mapping.
TableCopy* make_copy(void** original) {
  dl_find_object object;
  if (!_dl_find_object || _dl_find_object(original, &object) != 0) return nullptr;
  size_t slots = ((char*)object.dlfo_map_end - (char*)original) / sizeof(void*);
  if (slots > kMostSlots) slots = kMostSlots;
  if (slots <= kCancel) return nullptr;
  int saved = errno;
  void* memory = mmap(nullptr, sizeof(TableCopy), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = saved;
  if (memory == MAP_FAILED) return nullptr;
  auto* copy = (TableCopy*)memory;
  copy->original = original;
  memcpy(copy->before, original - 2, sizeof copy->before);
  memcpy(copy->slots, original, slots * sizeof(void*));
  copy->slots[kExecute] = (void*)run_task;
  copy->slots[kCancel] = (void*)cancel_task;
  return copy;
}

TableCopy* find_copy(void** original) {
  size_t at = (uint64_t)original * 0x9e3779b97f4a7c15u >> 54;
  for (size_t tries = 0; tries < kMostTables; ++tries, at = (at + 1) % kMostTables) {
    TableCopy* copy = __atomic_load_n(&table_copies[at], __ATOMIC_ACQUIRE);
    if (!copy) {
      TableCopy* made = make_copy(original);
      if (!made) return nullptr;
      if (__atomic_compare_exchange_n(&table_copies[at], &copy, made, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
        return made;
      munmap(made, sizeof(TableCopy)); // another thread was faster; with this class or another one
    }
    if (copy->original == original) return copy;
  }
  return nullptr;
}

void create_task(Task* task, const void* site) {
  if (task->table[kExecute] == (void*)run_task) return; // known, and handed on
  TableCopy* copy = find_copy(task->table);
  if (!copy) return;
  uint64_t number = core->new_task();
  core->emit(kEventTaskCreate, site, number, (uint64_t)current_task() << 8);
  task->reserved[5] = number;
  task->table = copy->slots;
}

Task* run_task(Task* task, void* data) {
  const TableCopy* copy = copy_of(task);
  task->table = copy->original;
  auto execute = (Execute)copy->original[kExecute];
  const void* frame = __builtin_dwarf_cfa();
  const void* site = (const char*)execute + 1; // sites are return addresses: looked up one byte before
  bool records = __atomic_load_n(&tbb_state, __ATOMIC_RELAXED) == kOn && core->recording();
  if (records) {
    close_frames_before(frame);
    records = enter({.frame = (uint64_t)frame,
                     .task = (uint32_t)task->reserved[5],
                     .outside = 0,
                     .waits_for = nullptr,
                     .site = site});
  }
  Task* next = execute(task, data);
  if (!records || __atomic_load_n(&tbb_state, __ATOMIC_RELAXED) != kOn) return next;
  if (next) create_task(next, site); // to be run at once, without spawn()
  leave(frame);
  return next;
}

Task* cancel_task(Task* task, void* data) {
  task->table = copy_of(task)->original;
  return ((Execute)task->table[kCancel])(task, data);
}

// ---- The functions of oneTBB
template <class Function> void find_real(Function& real, const char* name) {
  if (UNPLY_LIKELY(__atomic_load_n(&real, __ATOMIC_ACQUIRE) != nullptr)) return;
  void* found = dlsym(RTLD_NEXT, name);
  if (!found) // loaded by dlopen() and visible to its users only
    if (void* library = dlopen("libtbb.so.12", RTLD_LAZY | RTLD_NOLOAD)) found = dlsym(library, name);
  __atomic_store_n(&real, (Function)found, __ATOMIC_RELEASE);
}

bool is_tested_version() {
  int (*version_of)() = nullptr;
  find_real(version_of, "TBB_runtime_interface_version");
  int version = version_of ? version_of() : 0;
  for (int tested : kTestedVersions)
    if (version == tested) return true;
  char text[200];
  snprintf(text, sizeof text,
           "tasks of oneTBB are not recorded, only its threads: interface version %d is not one that was tested (%d)",
           version, kTestedVersions[0]);
  core->add_note(text);
  return false;
}

void look_at_version() {
  core = (const CoreLink*)dlsym(RTLD_DEFAULT, UNPLY_CORE_LINK);
  bool on = core && core->version == kCoreLinkVersion && core->recording() && is_tested_version();
  if (on) {
    core->has_seen(kFrontTbb);
    core->add_thread_end(free_nesting);
  }
  int unknown = kUnknown;
  __atomic_compare_exchange_n(&tbb_state, &unknown, on ? kOn : kOff, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

// The call in user code, or in an algorithm inside oneTBB (parallel_pipeline); null: not recorded.
const void* tbb_site(const void* return_address, const void* frame) {
  if (UNPLY_UNLIKELY(__atomic_load_n(&tbb_state, __ATOMIC_ACQUIRE) == kUnknown)) look_at_version();
  if (__atomic_load_n(&tbb_state, __ATOMIC_ACQUIRE) != kOn) return nullptr;
  const void* site = core->user_site(return_address, frame);
  if (!site && core->recording()) site = return_address;
  if (site) close_frames_before(frame);
  return site;
}
#define UNPLY_TBB_SITE() tbb_site(__builtin_return_address(0), __builtin_dwarf_cfa())

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

#define UNPLY_TBB(result, function, symbol, ...)                                                                       \
  extern "C" UNPLY_EXPORT result function(__VA_ARGS__) __asm__(symbol);                                                \
  static result (*real_##function)(__VA_ARGS__);                                                                       \
  static constexpr const char* name_of_##function = symbol;

UNPLY_TBB(void, tbb_spawn, "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE", Task*, void*)
UNPLY_TBB(void, tbb_spawn_to, "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextEt", Task*, void*,
          uint16_t)
UNPLY_TBB(void, tbb_submit, "_ZN3tbb6detail2r16submitERNS0_2d14taskERNS2_18task_group_contextEPNS1_5arenaEm", Task*,
          void*, void*, uintptr_t)
UNPLY_TBB(void, tbb_enqueue, "_ZN3tbb6detail2r17enqueueERNS0_2d14taskEPNS2_15task_arena_baseE", Task*, void*)
UNPLY_TBB(void, tbb_enqueue_in,
          "_ZN3tbb6detail2r17enqueueERNS0_2d14taskERNS2_18task_group_contextEPNS2_15task_arena_baseE", Task*, void*,
          void*)
UNPLY_TBB(void, tbb_wait, "_ZN3tbb6detail2r14waitERNS0_2d112wait_contextERNS2_18task_group_contextE", void*, void*)
UNPLY_TBB(void, tbb_execute_and_wait,
          "_ZN3tbb6detail2r116execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_", Task*,
          void*, void*, void*)
UNPLY_TBB(void, tbb_suspend, "_ZN3tbb6detail2r17suspendEPFvPvPNS1_18suspend_point_typeEES2_", void*, void*)
#undef UNPLY_TBB

extern "C" {

void tbb_spawn(Task* task, void* group) {
  if (const void* site = UNPLY_TBB_SITE()) create_task(task, site);
  find_real(real_tbb_spawn, name_of_tbb_spawn);
  real_tbb_spawn(task, group);
}

void tbb_spawn_to(Task* task, void* group, uint16_t slot) {
  if (const void* site = UNPLY_TBB_SITE()) create_task(task, site);
  find_real(real_tbb_spawn_to, name_of_tbb_spawn_to);
  real_tbb_spawn_to(task, group, slot);
}

void tbb_submit(Task* task, void* group, void* arena, uintptr_t as_critical) {
  if (const void* site = UNPLY_TBB_SITE()) create_task(task, site);
  find_real(real_tbb_submit, name_of_tbb_submit);
  real_tbb_submit(task, group, arena, as_critical);
}

void tbb_enqueue(Task* task, void* arena) {
  if (const void* site = UNPLY_TBB_SITE()) create_task(task, site);
  find_real(real_tbb_enqueue, name_of_tbb_enqueue);
  real_tbb_enqueue(task, arena);
}

void tbb_enqueue_in(Task* task, void* group, void* arena) {
  if (const void* site = UNPLY_TBB_SITE()) create_task(task, site);
  find_real(real_tbb_enqueue_in, name_of_tbb_enqueue_in);
  real_tbb_enqueue_in(task, group, arena);
}

void tbb_wait(void* waits_for, void* group) {
  const void* site = UNPLY_TBB_SITE();
  const void* frame = __builtin_dwarf_cfa();
  bool entered =
      site && enter({.frame = (uint64_t)frame, .task = 0, .outside = 0, .waits_for = waits_for, .site = site});
  find_real(real_tbb_wait, name_of_tbb_wait);
  real_tbb_wait(waits_for, group);
  if (entered) leave(frame);
}

void tbb_execute_and_wait(Task* task, void* task_group, void* waits_for, void* wait_group) {
  const void* site = UNPLY_TBB_SITE();
  const void* frame = __builtin_dwarf_cfa();
  if (site) create_task(task, site);
  bool entered =
      site && enter({.frame = (uint64_t)frame, .task = 0, .outside = 0, .waits_for = waits_for, .site = site});
  find_real(real_tbb_execute_and_wait, name_of_tbb_execute_and_wait);
  real_tbb_execute_and_wait(task, task_group, waits_for, wait_group);
  if (entered) leave(frame);
}

// A suspended task continues on another stack and perhaps another thread: nesting can no longer be followed.
void tbb_suspend(void* callback, void* argument) {
  int on = kOn;
  if (__atomic_compare_exchange_n(&tbb_state, &on, kOff, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    core->add_note("tasks of oneTBB are not recorded from the first one on that suspended itself (tbb::task::suspend)");
  find_real(real_tbb_suspend, name_of_tbb_suspend);
  real_tbb_suspend(callback, argument);
}
}
