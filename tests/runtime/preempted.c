// One task that a busy process on the same core holds up, and one that sleeps. Prints the processor time of the first
// and the time that it took, in ns, both as seen inside of it.
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static long long ns_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static long long cpu, wall;

// However busy the machine is: until both times are long enough to be told apart.
static void compute(void) {
  long long cpu_begin = ns_of(CLOCK_THREAD_CPUTIME_ID), begin = ns_of(CLOCK_MONOTONIC);
  volatile double x = 0;
  do {
    for (int i = 0; i < 100000; ++i) x += i;
    cpu = ns_of(CLOCK_THREAD_CPUTIME_ID) - cpu_begin, wall = ns_of(CLOCK_MONOTONIC) - begin;
  } while (cpu < 30000000 || wall - cpu < 60000000);
}

int main(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  pid_t other = fork();
  if (other == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (volatile long x = 0;; ++x) {}
  }
#pragma exg trace
  {
    usleep(1000);
#pragma exg task
    compute();
#pragma exg task
    usleep(30000);
  }
  kill(other, SIGKILL);
  printf("%lld %lld\n", cpu, wall);
}
