// Condition variables, barriers, semaphores and one-time initialisation of POSIX threads and C11.
//
// A semaphore is tried first, and only the thread that has to wait has events. Waits are cancellation points: a thread
// that is cancelled in one leaves it as if it had been woken, and holds the mutex again.
#include "recorder/call_sites.h"
#include "recorder/real_calls.h"
#include <errno.h>

namespace unply::recorder {

namespace {

struct Wait {
  UnplyWait kind;
  const void* site;
  const void* object;
  const void* mutex; // null: none
};

void begin_wait(const Wait& wait) {
  if (wait.mutex) emit(kEventLockReleased, wait.site, kLockMutex, (uint64_t)wait.mutex);
  emit(kEventWaitBegin, wait.site, wait.kind, (uint64_t)wait.object);
}

void end_wait(void* argument) {
  auto& wait = *(const Wait*)argument;
  emit(kEventWaitEnd, wait.site, wait.kind, (uint64_t)wait.object);
  if (wait.mutex) emit(kEventLockAcquired, wait.site, kLockMutex, (uint64_t)wait.mutex);
}

// The cleanup handler costs 10 ns, which is little compared with going to sleep.
template <class Call> int wait_cancellably(Wait wait, Call call) {
  int result;
  begin_wait(wait);
  pthread_cleanup_push(end_wait, &wait);
  result = call();
  pthread_cleanup_pop(1);
  return result;
}

template <class Call> int wait_simply(Wait wait, Call call) {
  begin_wait(wait);
  int result = call();
  end_wait(&wait);
  return result;
}

void signal(UnplyWait kind, const void* site, const void* object) { emit(kEventSignal, site, kind, (uint64_t)object); }

// The real functions check for a cancellation first, and do not change errno when they succeed.
template <class Call> int wait_for_semaphore(const void* site, sem_t* semaphore, Call call) {
  pthread_testcancel();
  int saved = errno;
  if (real().sem_trywait(semaphore) == 0) return 0;
  errno = saved;
  return wait_cancellably({kWaitSemaphore, site, semaphore, nullptr}, call);
}

// glibc: 0 not yet, bit 0 being done, bit 1 done.
bool is_being_done(const pthread_once_t* once) {
  return (__atomic_load_n((const int*)once, __ATOMIC_RELAXED) & 3) == 1;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

extern "C" {

UNPLY_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().pthread_cond_wait(condition, mutex); };
  return site ? wait_cancellably({kWaitCondition, site, condition, mutex}, call) : call();
}

UNPLY_EXPORT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().pthread_cond_timedwait(condition, mutex, until); };
  return site ? wait_cancellably({kWaitCondition, site, condition, mutex}, call) : call();
}

UNPLY_EXPORT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                        const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().pthread_cond_clockwait(condition, mutex, clock, until); };
  return site ? wait_cancellably({kWaitCondition, site, condition, mutex}, call) : call();
}

UNPLY_EXPORT int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  if (const void* site = UNPLY_USER_SITE()) signal(kWaitCondition, site, condition);
  return real().pthread_cond_signal(condition);
}

UNPLY_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  if (const void* site = UNPLY_USER_SITE()) signal(kWaitCondition, site, condition);
  return real().pthread_cond_broadcast(condition);
}

UNPLY_EXPORT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().cnd_wait(condition, mutex); };
  return site ? wait_cancellably({kWaitCondition, site, condition, mutex}, call) : call();
}

UNPLY_EXPORT int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().cnd_timedwait(condition, mutex, until); };
  return site ? wait_cancellably({kWaitCondition, site, condition, mutex}, call) : call();
}

UNPLY_EXPORT int cnd_signal(cnd_t* condition) {
  if (const void* site = UNPLY_USER_SITE()) signal(kWaitCondition, site, condition);
  return real().cnd_signal(condition);
}

UNPLY_EXPORT int cnd_broadcast(cnd_t* condition) {
  if (const void* site = UNPLY_USER_SITE()) signal(kWaitCondition, site, condition);
  return real().cnd_broadcast(condition);
}

UNPLY_EXPORT int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().pthread_barrier_wait(barrier); };
  return site ? wait_simply({kWaitBarrierPthread, site, barrier, nullptr}, call) : call();
}

UNPLY_EXPORT int sem_wait(sem_t* semaphore) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().sem_wait(semaphore); };
  return site ? wait_for_semaphore(site, semaphore, call) : call();
}

UNPLY_EXPORT int sem_timedwait(sem_t* semaphore, const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().sem_timedwait(semaphore, until); };
  return site && is_valid_deadline(CLOCK_REALTIME, until) ? wait_for_semaphore(site, semaphore, call) : call();
}

UNPLY_EXPORT int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto call = [=] { return real().sem_clockwait(semaphore, clock, until); };
  return site && is_valid_deadline(clock, until) ? wait_for_semaphore(site, semaphore, call) : call();
}

UNPLY_EXPORT int sem_post(sem_t* semaphore) noexcept {
  int saved = errno; // async-signal-safe, like the code here
  if (const void* site = UNPLY_USER_SITE()) signal(kWaitSemaphore, site, semaphore);
  errno = saved;
  return real().sem_post(semaphore);
}

UNPLY_EXPORT int pthread_once(pthread_once_t* once, void (*routine)()) {
  auto call = [=] { return real().pthread_once(once, routine); };
  if (!is_being_done(once)) return call(); // done, or done by this thread now
  const void* site = UNPLY_USER_SITE();
  return site ? wait_cancellably({kWaitOther, site, once, nullptr}, call) : call();
}
}
