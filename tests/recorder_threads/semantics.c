// What the recorder must not change: results and errno of unusual uses. Printed; compared with and without recording.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct timespec kPast = {1, 0}, kWrong = {1, 2000000000};

static pthread_mutex_t make(int type, int robust, int protocol) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  if (robust) pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setprotocol(&attributes, protocol);
  pthread_mutex_init(&mutex, &attributes);
  return mutex;
}

static void show(const char* what, int result) { printf("%s: %d, errno %d\n", what, result, errno); }

static void* die_holding(void* mutex) {
  pthread_mutex_lock(mutex);
  return NULL;
}
static void* unlock_other(void* mutex) { return (void*)(long)pthread_mutex_unlock(mutex); }
static void* lock_past(void* mutex) { return (void*)(long)pthread_mutex_timedlock(mutex, &kPast); }

static long in_thread(void* (*routine)(void*), void* argument) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, routine, argument);
  pthread_join(thread, &result);
  return (long)result;
}

static void mutexes(void) {
  pthread_mutex_t check = make(PTHREAD_MUTEX_ERRORCHECK, 0, PTHREAD_PRIO_NONE);
  errno = 1234;
  show("unlock of what is not held", pthread_mutex_unlock(&check));
  show("lock", pthread_mutex_lock(&check));
  show("lock again", pthread_mutex_lock(&check));
  show("trylock again", pthread_mutex_trylock(&check));
  show("timedlock again", pthread_mutex_timedlock(&check, &kPast));
  show("unlock by another thread", (int)in_thread(unlock_other, &check));
  show("timedlock by another thread", (int)in_thread(lock_past, &check));
  show("unlock", pthread_mutex_unlock(&check));
  show("clocklock with a clock that is none", pthread_mutex_clocklock(&check, 77, &kPast));
  pthread_mutex_t recursive = make(PTHREAD_MUTEX_RECURSIVE, 0, PTHREAD_PRIO_INHERIT);
  for (int i = 0; i < 3; ++i) show("recursive lock", pthread_mutex_lock(&recursive));
  show("unlock by another thread", (int)in_thread(unlock_other, &recursive));
  for (int i = 0; i < 4; ++i) show("recursive unlock", pthread_mutex_unlock(&recursive));
  pthread_mutex_t robust = make(PTHREAD_MUTEX_NORMAL, 1, PTHREAD_PRIO_NONE);
  in_thread(die_holding, &robust);
  show("lock after its owner died", pthread_mutex_lock(&robust));
  show("unlock, not made consistent", pthread_mutex_unlock(&robust));
  show("lock of what is not recoverable", pthread_mutex_lock(&robust));
  pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
  show("adaptive", pthread_mutex_lock(&adaptive));
  show("adaptive", pthread_mutex_unlock(&adaptive));
}

static void others(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  errno = 99;
  show("sem_timedwait with a time that is none", sem_timedwait(&semaphore, &kWrong));
  errno = 99;
  show("sem_wait", sem_wait(&semaphore));
  show("sem_trywait", sem_trywait(&semaphore));
  errno = 99;
  show("sem_timedwait", sem_timedwait(&semaphore, &kPast));
  errno = 99;
  show("sem_post", sem_post(&semaphore));
  pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
  show("rdlock with a time that is none", pthread_rwlock_timedrdlock(&shared, &kWrong));
  show("wrlock", pthread_rwlock_wrlock(&shared));
  show("wrlock again", pthread_rwlock_wrlock(&shared));
  show("rdlock of what it writes", pthread_rwlock_timedrdlock(&shared, &kPast));
  show("unlock", pthread_rwlock_unlock(&shared));
  show("rdlock", pthread_rwlock_rdlock(&shared));
  show("rdlock", pthread_rwlock_tryrdlock(&shared));
  show("timedwrlock", pthread_rwlock_timedwrlock(&shared, &kPast));
  pthread_t none = pthread_self();
  show("join of itself", pthread_join(none, NULL));
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (size_t)1 << 50);
  show("create with a stack that is too large", pthread_create(&none, &attributes, unlock_other, NULL) != 0);
}

static void* post_later(void* semaphore) {
  usleep(20000);
  sem_post(semaphore);
  return NULL;
}
static void waited(void) {
  sem_t semaphore;
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, post_later, &semaphore);
  errno = 99;
  show("sem_wait that waits", sem_wait(&semaphore));
  pthread_join(thread, NULL);
}

static void* wait_for_post(void* semaphore) {
  sem_wait(semaphore);
  return NULL;
}
static void cancelled(void) {
  sem_t semaphore;
  pthread_t thread;
  void* result;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, wait_for_post, &semaphore);
  usleep(20000);
  show("cancel", pthread_cancel(thread));
  pthread_join(thread, &result);
  show("cancelled in sem_wait", result == PTHREAD_CANCELED);
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static sem_t* posted;
static void post(int signal) { sem_post(posted); }
static void forked(void) {
  pthread_mutex_lock(&held);
  pid_t child = fork();
  if (child == 0) {
    int unlocked = pthread_mutex_unlock(&held);
    long again = in_thread(unlock_other, &held);
    _exit(unlocked * 10 + (int)again);
  }
  int status;
  waitpid(child, &status, 0);
  show("child after fork", status);
  pthread_mutex_unlock(&held);
  posted = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(posted, 1, 0);
  signal(SIGALRM, post);
  raise(SIGALRM);
  show("posted by a signal handler", sem_trywait(posted));
}

static void at_exit(void) {
  show("lock at exit", pthread_mutex_lock(&held));
  show("unlock at exit", pthread_mutex_unlock(&held));
}
__attribute__((constructor)) static void early(void) { show("lock before main", pthread_mutex_lock(&held)); }
__attribute__((destructor)) static void late(void) {
  show("lock after main", pthread_mutex_lock(&held));
  printf("descriptors from %d on\n", dup(0));
}

int main(void) {
  pthread_mutex_unlock(&held);
  atexit(at_exit);
  mutexes();
  others();
  waited();
  cancelled();
  forked();
  printf("descriptors from %d on\n", dup(0));
  return 3;
}
