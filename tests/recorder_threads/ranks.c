// Ranks without threads that share one core: each gives it away some thousand times, more often than the system's notes
// on that have room for, and computes for 100 ms of its own. Prints rank and all CPU time used, in ns.
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

static long long cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  int core = 0;
  while (!CPU_ISSET(core, &all)) ++core;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one, &one);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 4000; ++i) sched_yield();
  volatile double x = 0;
  for (long long begin = cpu_ns(); cpu_ns() - begin < 100000000;)
    for (int i = 0; i < 100000; ++i) x += i;
  printf("%d %lld\n", rank, cpu_ns());
  fflush(stdout);
  MPI_Finalize();
}
