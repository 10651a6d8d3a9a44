// Threads of POSIX and C11, and of libraries built on them (std::thread, std::async): their creation, joins and names.
// A wrapper runs between pthread_create() and the routine of the program; the core records the thread's end. OMPT
// reports the threads of libomp. Threads of oneTBB are recorded as such, threads of other runtimes not at all.
#include "recorder/call_sites.h"
#include "recorder/real_calls.h"
#include "unply/spool_format.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

extern "C" int _dl_find_object(void*, dl_find_object*) __attribute__((weak));

namespace unply::recorder {

namespace {

// ---- Data passed from the creating thread to the created one, from a free list: the program's malloc may be
// arbitrary, and may not be ready.
struct Start {
  union {
    void* (*routine)(void*);
    thrd_start_t c11_routine;
  };
  void* argument;
  uint32_t number;
  UnplyThreadKind kind;
  Start* next_free;
};
Start* free_starts;
int starts_lock; // held for a few instructions

class SpinHold {
public:
  explicit SpinHold(int& lock) : lock_(lock) {
    while (__atomic_exchange_n(&lock_, 1, __ATOMIC_ACQUIRE)) thrd_yield();
  }
  ~SpinHold() { __atomic_store_n(&lock_, 0, __ATOMIC_RELEASE); }

private:
  int& lock_;
};

void free_start(Start* start) {
  SpinHold hold(starts_lock);
  start->next_free = free_starts;
  free_starts = start;
}

Start* new_start() {
  constexpr size_t kBytes = 16 << 10;
  SpinHold hold(starts_lock);
  if (!free_starts) {
    auto* fresh = (Start*)mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED) return nullptr;
    for (size_t i = 0; i < kBytes / sizeof(Start); ++i) {
      fresh[i].next_free = free_starts;
      free_starts = fresh + i;
    }
  }
  Start* start = free_starts;
  free_starts = start->next_free;
  return start;
}

// ---- The numbers of threads that can be joined: a table with room for as many as Linux usually allows. A thread that
// was detached leaves its entry to the next one with the same pthread_t.
constexpr uint32_t kMostThreads = 1 << 15;
struct Joinable {
  pthread_t thread; // 0: free from here on
  uint32_t number;
};
Joinable* joinable;
int joinable_lock;

Joinable* find_joinable(pthread_t thread, bool add) {
  if (!joinable) {
    void* room = mmap(nullptr, kMostThreads * sizeof(Joinable), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    joinable = (Joinable*)room;
  }
  uint32_t at = (uint32_t)((uint64_t)thread * 0x9e3779b97f4a7c15u >> 49);
  for (uint32_t tries = 0; tries < kMostThreads; ++tries, at = (at + 1) % kMostThreads) {
    if (joinable[at].thread == thread) return &joinable[at];
    if (!joinable[at].thread) return add ? &joinable[at] : nullptr;
  }
  return nullptr;
}

void remember_thread(pthread_t thread, uint32_t number) {
  SpinHold hold(joinable_lock);
  if (Joinable* entry = find_joinable(thread, true)) *entry = {thread, number};
}

uint32_t number_of(pthread_t thread) {
  SpinHold hold(joinable_lock);
  Joinable* entry = find_joinable(thread, false);
  return entry ? entry->number : 0;
}

// ---- Whose threads
enum class Maker { user, tbb, libgomp, other };

Maker maker_of(const void* code) {
  if (kind_of_caller(code) != CallerKind::runtime) return Maker::user;
  dl_find_object object;
  if (!_dl_find_object || _dl_find_object(const_cast<void*>(code), &object) != 0) return Maker::other;
  const char* path = object.dlfo_link_map->l_name;
  if (path && strstr(path, "/libtbb.so")) return Maker::tbb;
  // Under libomp's own name OMPT reports them.
  return path && strstr(path, "/libgomp.so") && !dlsym(RTLD_DEFAULT, "__kmpc_fork_call") ? Maker::libgomp
                                                                                         : Maker::other;
}

void begin(const Start& start) {
  begin_thread(start.kind, start.number);
  has_seen(kFrontPthread);
}

void* run_thread(void* argument) {
  Start start = *(Start*)argument;
  free_start((Start*)argument);
  begin(start);
  return start.routine(start.argument);
}

int run_c11_thread(void* argument) {
  Start start = *(Start*)argument;
  free_start((Start*)argument);
  begin(start);
  return start.c11_routine(start.argument);
}

Start* announce(const void* site, Maker maker, void* argument) {
  Start* start = new_start();
  if (!start) return nullptr;
  start->argument = argument;
  start->number = new_thread();
  start->kind = maker == Maker::tbb ? kThreadTbb : maker == Maker::libgomp ? kThreadOpenmp : kThreadPthread;
  emit(kEventThreadCreate, maker == Maker::user ? site : nullptr, start->kind, start->number);
  return start;
}

// ---- Names, which the kernel keeps: 15 characters. A thread has that of its creator until it gets one.
void note_name(uint32_t number, const char* name) { name_object(kSpoolThreadName, number, name); }

void note_own_name() {
  char name[17] = "";
  if (prctl(PR_GET_NAME, name) != 0 || strncmp(name, program_invocation_short_name, 15) == 0) return;
  note_name(thread_log.number, name);
}

void forget_holders_in_child() { starts_lock = joinable_lock = 0; }

__attribute__((constructor)) void prepare_threads() {
  if (!start()) return;
  add_thread_hooks([] {}, note_own_name);
  pthread_atfork(nullptr, nullptr, forget_holders_in_child);
}

struct Join {
  const void* site;
  uint32_t number;
};

void end_join(void* argument) {
  auto& join = *(const Join*)argument;
  emit(kEventWaitEnd, join.site, kWaitJoin, join.number);
}

template <class Call> int wait_for_end(const void* site, pthread_t thread, Call call) {
  int result;
  Join join = {site, number_of(thread)};
  emit(kEventWaitBegin, site, kWaitJoin, join.number);
  pthread_cleanup_push(end_join, &join);
  result = call();
  pthread_cleanup_pop(1);
  return result;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

extern "C" {

// The event comes before the thread, so that the thread's beginning follows it in time. If there is no thread then,
// nothing refers to the number.
UNPLY_EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                                void* argument) noexcept {
  const void* caller = __builtin_return_address(0);
  Maker maker = recording() ? maker_of(caller) : Maker::other;
  if (maker == Maker::other) return real().pthread_create(thread, attributes, routine, argument);
  Start* start = announce(user_site(caller, __builtin_dwarf_cfa()), maker, argument);
  if (!start) return real().pthread_create(thread, attributes, routine, argument);
  start->routine = routine;
  uint32_t number = start->number;
  int result = real().pthread_create(thread, attributes, run_thread, start);
  if (result == 0)
    remember_thread(*thread, number);
  else
    free_start(start);
  return result;
}

UNPLY_EXPORT int thrd_create(thrd_t* thread, thrd_start_t routine, void* argument) {
  const void* site = UNPLY_USER_SITE();
  Start* start = site ? announce(site, Maker::user, argument) : nullptr;
  if (!start) return real().thrd_create(thread, routine, argument);
  start->c11_routine = routine;
  uint32_t number = start->number;
  int result = real().thrd_create(thread, run_c11_thread, start);
  if (result == thrd_success)
    remember_thread(*thread, number);
  else
    free_start(start);
  return result;
}

UNPLY_EXPORT int pthread_join(pthread_t thread, void** result) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().pthread_join(thread, result); };
  return site ? wait_for_end(site, thread, call) : call();
}

UNPLY_EXPORT int thrd_join(thrd_t thread, int* result) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().thrd_join(thread, result); };
  return site ? wait_for_end(site, thread, call) : call();
}

UNPLY_EXPORT int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().pthread_timedjoin_np(thread, result, until); };
  return site ? wait_for_end(site, thread, call) : call();
}

UNPLY_EXPORT int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock, const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().pthread_clockjoin_np(thread, result, clock, until); };
  return site ? wait_for_end(site, thread, call) : call();
}

UNPLY_EXPORT int pthread_setname_np(pthread_t thread, const char* name) noexcept {
  int result = real().pthread_setname_np(thread, name);
  if (result != 0 || !UNPLY_USER_SITE()) return result;
  uint32_t number = pthread_equal(thread, pthread_self()) ? thread_log.number : number_of(thread);
  if (number) note_name(number, name);
  return result;
}
}
