// Every primitive of POSIX threads and C11, and how often each must be seen: printed at the end, "what count".
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { kThreads = 4, kRounds = 50 };
static atomic_int mutexes, spins, readers, writers, condition_waits, condition_signals, barrier_waits, semaphore_waits,
    semaphore_signals, once_waits, creates, joins, lock_waits, gave_up;

static void settle(void) { usleep(30000); } // until another thread has come to its wait

static pthread_t start(void* (*routine)(void*), void* argument) {
  pthread_t thread;
  ++creates;
  if (pthread_create(&thread, NULL, routine, argument)) puts("pthread_create failed");
  return thread;
}
static void* join(pthread_t thread) {
  void* result;
  ++joins;
  pthread_join(thread, &result);
  return result;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static atomic_int ready;
static long locked, spun;

static void* work(void* argument) {
  for (int i = 0; i < kRounds; ++i) {
    pthread_mutex_lock(&mutex);
    ++mutexes;
    ++locked;
    pthread_mutex_unlock(&mutex);
    pthread_spin_lock(&spin);
    ++spins;
    ++spun;
    pthread_spin_unlock(&spin);
    if (i % 5) {
      pthread_rwlock_rdlock(&shared);
      ++readers;
    } else {
      pthread_rwlock_wrlock(&shared);
      ++writers;
    }
    pthread_rwlock_unlock(&shared);
    if (i % 10 == 0) ++barrier_waits, pthread_barrier_wait(&barrier);
  }
  return argument;
}

static void* lock_once(void* argument) {
  ready = 1;
  pthread_mutex_lock(&mutex);
  ++mutexes;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void contention(void) {
  ready = 0;
  pthread_mutex_lock(&mutex);
  ++mutexes;
  pthread_t thread = start(lock_once, NULL);
  while (!ready) sched_yield();
  settle();
  ++lock_waits;
  if (pthread_mutex_trylock(&mutex) != EBUSY) puts("trylock got a mutex that is held");
  pthread_mutex_unlock(&mutex);
  join(thread);
  if (pthread_mutex_trylock(&mutex) == 0) ++mutexes;
  pthread_mutex_unlock(&mutex);
}

static void* give_up(void* argument) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  if (pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT) ++gave_up, ++lock_waits;
  clock_gettime(CLOCK_MONOTONIC, &until);
  if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until) == ETIMEDOUT) ++gave_up, ++lock_waits;
  return argument;
}

static void timeouts(void) {
  pthread_mutex_lock(&mutex);
  ++mutexes;
  join(start(give_up, NULL));
  pthread_mutex_unlock(&mutex);
}

static void recursion(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t recursive;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attributes);
  ++mutexes; // the outermost level counts
  for (int i = 0; i < 3; ++i) pthread_mutex_lock(&recursive);
  for (int i = 0; i < 3; ++i) pthread_mutex_unlock(&recursive);
}

static void* wait_for_turns(void* argument) {
  pthread_mutex_lock(&mutex);
  ++mutexes;
  while (ready < 3) ++condition_waits, ++mutexes, pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void conditions(void) {
  ready = 0;
  pthread_t thread = start(wait_for_turns, NULL);
  for (int i = 0; i < 3; ++i) {
    settle();
    pthread_mutex_lock(&mutex);
    ++mutexes;
    ++ready;
    ++condition_signals;
    if (i % 2)
      pthread_cond_signal(&condition);
    else
      pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
  }
  join(thread);
}

static void* take_two(void* argument) {
  sem_wait(&semaphore); // there: no wait
  ready = 1;
  ++semaphore_waits;
  sem_wait(&semaphore);
  return argument;
}

static void semaphores(void) {
  ready = 0;
  sem_init(&semaphore, 0, 0);
  ++semaphore_signals, sem_post(&semaphore);
  pthread_t thread = start(take_two, NULL);
  while (!ready) sched_yield();
  settle();
  ++semaphore_signals, sem_post(&semaphore);
  join(thread);
}

static void initialise(void) {
  ready = 1;
  settle();
}
static void* first(void* argument) {
  pthread_once(&once, initialise);
  return argument;
}
static void* second(void* argument) {
  while (!ready) sched_yield();
  ++once_waits;
  pthread_once(&once, initialise);
  pthread_once(&once, initialise); // done: no wait
  return argument;
}
static void once_only(void) {
  ready = 0;
  pthread_t threads[] = {start(first, NULL), start(second, NULL)};
  join(threads[0]);
  join(threads[1]);
}

static void unlock(void* argument) { pthread_mutex_unlock(argument); }
static void* wait_for_ever(void* argument) {
  pthread_mutex_lock(&mutex);
  ++mutexes;
  pthread_cleanup_push(unlock, &mutex);
  ready = 1;
  ++condition_waits, ++mutexes;
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return argument;
}
static void cancellation(void) {
  ready = 0;
  pthread_t thread = start(wait_for_ever, NULL);
  while (!ready) sched_yield();
  settle();
  pthread_cancel(thread);
  if (join(thread) != PTHREAD_CANCELED) puts("not cancelled");
}

static void* leave(void* argument) {
  pthread_setname_np(pthread_self(), "leaving");
  pthread_exit(argument);
}

static int c11(void* argument) {
  mtx_t* own = argument;
  mtx_lock(own);
  ++mutexes;
  mtx_unlock(own);
  return 7;
}
static void c11_threads(void) {
  mtx_t own;
  thrd_t thread;
  int result = 0;
  mtx_init(&own, mtx_plain);
  ++creates, thrd_create(&thread, c11, &own);
  ++joins, thrd_join(thread, &result);
  if (result != 7) puts("thrd_join gave another result");
  if (mtx_trylock(&own) == thrd_success) ++mutexes;
  mtx_unlock(&own);
}

int main(void) {
  pthread_t threads[kThreads];
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&barrier, NULL, kThreads);
  for (int i = 0; i < kThreads; ++i) threads[i] = start(work, NULL);
  for (int i = 0; i < kThreads; ++i) join(threads[i]);
  contention();
  timeouts();
  recursion();
  conditions();
  semaphores();
  once_only();
  cancellation();
  c11_threads();
  if (join(start(leave, &locked)) != &locked) puts("pthread_exit lost its value");
  printf("mutexes %d\nspins %d\nreaders %d\nwriters %d\n", mutexes, spins, readers, writers);
  printf("condition_waits %d\ncondition_signals %d\n", condition_waits, condition_signals);
  printf("semaphore_waits %d\nsemaphore_signals %d\n", semaphore_waits, semaphore_signals);
  printf("barrier_waits %d\nonce_waits %d\ncreates %d\njoins %d\n", barrier_waits, once_waits, creates, joins);
  printf("least_lock_waits %d\ngave_up %d\n", lock_waits, gave_up);
  return 0;
}
