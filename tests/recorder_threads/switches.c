// Two threads that yield one core to each other, SWITCHES times between two events, with a pause of PAUSE_MS after each.
// 32 threads went before them, so that they have the small buffers for switches.
// Prints of each how often the system says that it was switched away though it wanted to go on, and its CPU time, from
// its first event to its last one.
#define _GNU_SOURCE
#include "unply/annotate.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static pthread_barrier_t both_there;

static long long cpu_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static long switched_away(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

static void *work(void *name) {
  pthread_barrier_wait(&both_there);
  unply_event("first");
  long before = switched_away();
  long long began = cpu_ns();
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < SWITCHES; ++i) sched_yield();
    unply_event("round");
    if (PAUSE_MS > 0) nanosleep(&(struct timespec){0, PAUSE_MS * 1000000}, NULL);
  }
  long long ended = cpu_ns();
  long away = switched_away() - before;
  unply_event("last");
  printf("%s %ld %lld\n", (const char *)name, away, ended - began);
  return NULL;
}

static void *nothing(void *none) { return none; }

int main(void) {
  cpu_set_t core;
  CPU_ZERO(&core);
  CPU_SET(sched_getcpu(), &core);
  sched_setaffinity(0, sizeof core, &core);
  pthread_barrier_init(&both_there, NULL, 2);
  pthread_t threads[2];
  for (int i = 0; i < 32; ++i) {
    pthread_create(&threads[0], NULL, nothing, NULL);
    pthread_join(threads[0], NULL);
  }
  pthread_create(&threads[0], NULL, work, "one");
  pthread_create(&threads[1], NULL, work, "two");
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
