// The C library's own versions of the interposed functions. They are looked up on first use instead of in a
// constructor: other libraries' constructors create threads and take locks before this library's constructors have run.
#pragma once
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

namespace unply::recorder {

#define UNPLY_REAL_CALLS(X)                                                                                            \
  X(pthread_mutex_lock)                                                                                                \
  X(pthread_mutex_trylock)                                                                                             \
  X(pthread_mutex_timedlock)                                                                                           \
  X(pthread_mutex_clocklock)                                                                                           \
  X(pthread_mutex_unlock)                                                                                              \
  X(pthread_spin_lock)                                                                                                 \
  X(pthread_spin_trylock)                                                                                              \
  X(pthread_spin_unlock)                                                                                               \
  X(pthread_rwlock_rdlock)                                                                                             \
  X(pthread_rwlock_tryrdlock)                                                                                          \
  X(pthread_rwlock_timedrdlock)                                                                                        \
  X(pthread_rwlock_clockrdlock)                                                                                        \
  X(pthread_rwlock_wrlock)                                                                                             \
  X(pthread_rwlock_trywrlock)                                                                                          \
  X(pthread_rwlock_timedwrlock)                                                                                        \
  X(pthread_rwlock_clockwrlock)                                                                                        \
  X(pthread_rwlock_unlock)                                                                                             \
  X(pthread_cond_wait)                                                                                                 \
  X(pthread_cond_timedwait)                                                                                            \
  X(pthread_cond_clockwait)                                                                                            \
  X(pthread_cond_signal)                                                                                               \
  X(pthread_cond_broadcast)                                                                                            \
  X(pthread_barrier_wait)                                                                                              \
  X(pthread_once)                                                                                                      \
  X(sem_wait)                                                                                                          \
  X(sem_timedwait)                                                                                                     \
  X(sem_clockwait)                                                                                                     \
  X(sem_trywait)                                                                                                       \
  X(sem_post)                                                                                                          \
  X(pthread_create)                                                                                                    \
  X(pthread_join)                                                                                                      \
  X(pthread_timedjoin_np)                                                                                              \
  X(pthread_clockjoin_np)                                                                                              \
  X(pthread_setname_np)                                                                                                \
  X(thrd_create)                                                                                                       \
  X(thrd_join)                                                                                                         \
  X(mtx_lock)                                                                                                          \
  X(mtx_trylock)                                                                                                       \
  X(mtx_timedlock)                                                                                                     \
  X(mtx_unlock)                                                                                                        \
  X(cnd_wait)                                                                                                          \
  X(cnd_timedwait)                                                                                                     \
  X(cnd_signal)                                                                                                        \
  X(cnd_broadcast)

struct RealCalls {
#define UNPLY_MEMBER(name) decltype(&::name) name;
  UNPLY_REAL_CALLS(UNPLY_MEMBER)
#undef UNPLY_MEMBER
};
extern RealCalls real_calls;
extern int real_calls_known;
void find_real_calls();

inline const RealCalls& real() {
  if (__builtin_expect(!__atomic_load_n(&real_calls_known, __ATOMIC_ACQUIRE), 0)) find_real_calls();
  return real_calls;
}

// Checks that the C library makes before anything else, so a bad argument is an error even if no wait is needed.
inline bool is_valid_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }
inline bool is_valid_deadline(clockid_t clock, const timespec* until) {
  return is_valid_clock(clock) && until && until->tv_nsec >= 0 && until->tv_nsec < 1'000'000'000;
}

} // namespace unply::recorder
