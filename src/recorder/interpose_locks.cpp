// Interposes mutexes, spin locks and reader-writer locks of POSIX threads and C11. A lock is tried first, as in the C
// library's own functions: only a thread that does not get it immediately waits (kEventLockWait). A release is recorded
// with the time before it, after it has succeeded: afterwards another thread may already have the lock, or have freed
// it. Inner levels of recursive mutexes are not events.
//
// The processor may read its clock up to the transfer of a cache line before a free lock is there, so the lock may
// appear to be acquired 0.2 us before another thread's release. A serialising read (rdtscp) raises a lock/unlock pair
// from 30 to 48 ns.
#include "recorder/call_sites.h"
#include "recorder/real_calls.h"
#include <errno.h>

namespace unply::recorder {

namespace {

UNPLY_INLINE bool is_inner_level(const pthread_mutex_t* mutex) {
#ifdef __GLIBC__
  constexpr int kKindMask = 3; // the rest of the bits say: robust, priority, shared between processes
  return (mutex->__data.__kind & kKindMask) == PTHREAD_MUTEX_RECURSIVE_NP && mutex->__data.__count > 1;
#else
  return false;
#endif
}

UNPLY_INLINE bool is_held(int result) { return result == 0 || result == EOWNERDEAD; }

// `wait` blocks until it gets the lock or times out: in the latter case nothing was acquired, and the release says so.
template <class Wait> int wait_for(const void* site, UnplyLock kind, const void* lock, Wait wait) {
  emit(kEventLockWait, site, kind, (uint64_t)lock);
  int result = wait();
  if (is_held(result))
    emit(kEventLockAcquired, site, kind, (uint64_t)lock);
  else
    emit(kEventLockReleased, site, kind, (uint64_t)lock);
  return result;
}

// glibc's trylock leaves an unrecoverable robust mutex locked, so robust mutexes must not be tried. Their first word is
// the thread that holds them.
UNPLY_INLINE bool is_robust(const pthread_mutex_t* mutex) {
#ifdef __GLIBC__
  constexpr int kRobust = 16;
  return mutex->__data.__kind & kRobust;
#else
  return false;
#endif
}

template <class Wait> int lock_robust(const void* site, pthread_mutex_t* mutex, Wait wait) {
  if (__atomic_load_n((const int*)mutex, __ATOMIC_RELAXED)) return wait_for(site, kLockMutex, mutex, wait);
  int result = wait();
  if (is_held(result)) emit(kEventLockAcquired, site, kLockMutex, (uint64_t)mutex);
  return result;
}

template <class Wait> int lock_mutex(const void* site, pthread_mutex_t* mutex, Wait wait) {
  if (UNPLY_UNLIKELY(is_robust(mutex))) return lock_robust(site, mutex, wait);
  int result = real().pthread_mutex_trylock(mutex);
  if (UNPLY_LIKELY(is_held(result))) {
    if (!is_inner_level(mutex)) emit(kEventLockAcquired, site, kLockMutex, (uint64_t)mutex);
    return result;
  }
  return result == EBUSY ? wait_for(site, kLockMutex, mutex, wait) : wait();
}

// try_lock and lock return 0 when they have the lock.
template <class Try, class Wait>
UNPLY_INLINE int take(const void* site, UnplyLock kind, const void* lock, Try try_lock, Wait wait) {
  int result = try_lock();
  if (UNPLY_LIKELY(result == 0)) {
    emit(kEventLockAcquired, site, kind, (uint64_t)lock);
    return 0;
  }
  return result == EBUSY ? wait_for(site, kind, lock, wait) : wait();
}

template <class Try> UNPLY_INLINE int take_at_once(const void* site, UnplyLock kind, const void* lock, Try try_lock) {
  int result = try_lock();
  if (is_held(result)) emit(kEventLockAcquired, site, kind, (uint64_t)lock);
  return result;
}

template <class Release>
UNPLY_INLINE int give_back(const void* site, UnplyLock kind, const void* lock, Release release) {
  uint64_t ticks = read_ticks();
  uint32_t core = read_core();
  int result = release();
  if (UNPLY_LIKELY(result == 0)) emit_at(ticks, core, kEventLockReleased, site, kind, (uint64_t)lock);
  return result;
}

// C11's mutexes are POSIX mutexes with different results; thrd_success is 0.
template <class Wait> int lock_c11(const void* site, mtx_t* mutex, Wait wait) {
  int result = real().mtx_trylock(mutex);
  if (result == thrd_busy) return wait_for(site, kLockMutex, mutex, wait);
  if (result != thrd_success) return wait();
  if (!is_inner_level((pthread_mutex_t*)mutex)) emit(kEventLockAcquired, site, kLockMutex, (uint64_t)mutex);
  return result;
}

// glibc: the thread that may write is in `__cur_writer` while it does.
UNPLY_INLINE UnplyLock held_as(const pthread_rwlock_t* lock) {
  return lock->__data.__cur_writer ? kLockWriter : kLockReader;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

extern "C" {

UNPLY_EXPORT int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  const void* site = UNPLY_USER_SITE();
  if (!site) return real().pthread_mutex_lock(mutex);
  return lock_mutex(site, mutex, [=] { return real().pthread_mutex_lock(mutex); });
}

UNPLY_EXPORT int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  const void* site = UNPLY_USER_SITE();
  int result = real().pthread_mutex_trylock(mutex);
  if (site && is_held(result) && !is_inner_level(mutex)) emit(kEventLockAcquired, site, kLockMutex, (uint64_t)mutex);
  return result;
}

UNPLY_EXPORT int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_mutex_timedlock(mutex, until); };
  return site ? lock_mutex(site, mutex, wait) : wait();
}

UNPLY_EXPORT int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_mutex_clocklock(mutex, clock, until); };
  return site && is_valid_clock(clock) ? lock_mutex(site, mutex, wait) : wait();
}

UNPLY_EXPORT int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  const void* site = UNPLY_USER_SITE();
  if (!site || is_inner_level(mutex)) return real().pthread_mutex_unlock(mutex);
  return give_back(site, kLockMutex, mutex, [=] { return real().pthread_mutex_unlock(mutex); });
}

UNPLY_EXPORT int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_spin_lock(lock); };
  if (!site) return wait();
  return take(site, kLockSpin, (const void*)lock, [=] { return real().pthread_spin_trylock(lock); }, wait);
}

UNPLY_EXPORT int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto try_lock = [=] { return real().pthread_spin_trylock(lock); };
  return site ? take_at_once(site, kLockSpin, (const void*)lock, try_lock) : try_lock();
}

UNPLY_EXPORT int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto release = [=] { return real().pthread_spin_unlock(lock); };
  return site ? give_back(site, kLockSpin, (const void*)lock, release) : release();
}

UNPLY_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_rwlock_rdlock(lock); };
  if (!site) return wait();
  return take(site, kLockReader, lock, [=] { return real().pthread_rwlock_tryrdlock(lock); }, wait);
}

UNPLY_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto try_lock = [=] { return real().pthread_rwlock_tryrdlock(lock); };
  return site ? take_at_once(site, kLockReader, lock, try_lock) : try_lock();
}

UNPLY_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_rwlock_timedrdlock(lock, until); };
  if (!site || !is_valid_deadline(CLOCK_REALTIME, until)) return wait();
  return take(site, kLockReader, lock, [=] { return real().pthread_rwlock_tryrdlock(lock); }, wait);
}

UNPLY_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_rwlock_clockrdlock(lock, clock, until); };
  if (!site || !is_valid_deadline(clock, until)) return wait();
  return take(site, kLockReader, lock, [=] { return real().pthread_rwlock_tryrdlock(lock); }, wait);
}

UNPLY_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_rwlock_wrlock(lock); };
  if (!site) return wait();
  return take(site, kLockWriter, lock, [=] { return real().pthread_rwlock_trywrlock(lock); }, wait);
}

UNPLY_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto try_lock = [=] { return real().pthread_rwlock_trywrlock(lock); };
  return site ? take_at_once(site, kLockWriter, lock, try_lock) : try_lock();
}

UNPLY_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_rwlock_timedwrlock(lock, until); };
  if (!site || !is_valid_deadline(CLOCK_REALTIME, until)) return wait();
  return take(site, kLockWriter, lock, [=] { return real().pthread_rwlock_trywrlock(lock); }, wait);
}

UNPLY_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().pthread_rwlock_clockwrlock(lock, clock, until); };
  if (!site || !is_valid_deadline(clock, until)) return wait();
  return take(site, kLockWriter, lock, [=] { return real().pthread_rwlock_trywrlock(lock); }, wait);
}

UNPLY_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  const void* site = UNPLY_USER_SITE();
  auto release = [=] { return real().pthread_rwlock_unlock(lock); };
  return site ? give_back(site, held_as(lock), lock, release) : release();
}

UNPLY_EXPORT int mtx_lock(mtx_t* mutex) {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().mtx_lock(mutex); };
  return site ? lock_c11(site, mutex, wait) : wait();
}

UNPLY_EXPORT int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  const void* site = UNPLY_USER_SITE();
  auto wait = [=] { return real().mtx_timedlock(mutex, until); };
  return site ? lock_c11(site, mutex, wait) : wait();
}

UNPLY_EXPORT int mtx_trylock(mtx_t* mutex) {
  const void* site = UNPLY_USER_SITE();
  int result = real().mtx_trylock(mutex);
  if (site && result == thrd_success && !is_inner_level((pthread_mutex_t*)mutex))
    emit(kEventLockAcquired, site, kLockMutex, (uint64_t)mutex);
  return result;
}

UNPLY_EXPORT int mtx_unlock(mtx_t* mutex) {
  const void* site = UNPLY_USER_SITE();
  if (!site || is_inner_level((pthread_mutex_t*)mutex)) return real().mtx_unlock(mutex);
  return give_back(site, kLockMutex, mutex, [=] { return real().mtx_unlock(mutex); });
}
}
