// Four threads on one core, each counting for 60 ms of processor time. Each has a mutex of its own: a thread that was
// preempted with a shared one would make the others wait, and a wait is no preemption. A thread may still sleep in a page
// fault, while a preempted thread holds the lock of the process's memory: the program prints how often that happened.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static long slept;

static void* count(void* core) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(*(int*)core, &only);
  pthread_setaffinity_np(pthread_self(), sizeof only, &only);
  struct rusage before, after;
  getrusage(RUSAGE_THREAD, &before);
  struct timespec used = {0, 0};
  volatile long counted = 0;
  while (used.tv_nsec < 60000000) {
    for (int i = 0; i < 20000; ++i) ++counted;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  }
  getrusage(RUSAGE_THREAD, &after);
  __atomic_fetch_add(&slept, after.ru_nvcsw - before.ru_nvcsw, __ATOMIC_RELAXED);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  int core = sched_getcpu();
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, count, &core);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  printf("%d %ld\n", core, slept);
}
