/* What the eight kernels share. A kernel file defines prepare(), kernel(), digest() and touched_bytes(), and says where
 * tasks may begin by COARSE and FINE before a statement: -DTASKS_COARSE and -DTASKS_FINE turn one of them into a task
 * region. The driver runs the kernel several times and prints the best CPU and wall time of the kernel alone. */
#ifndef UNPLY_BENCH_KERNEL_H
#define UNPLY_BENCH_KERNEL_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(TASKS_COARSE) || defined(TASKS_FINE)
#define TRACE _Pragma("unply trace")
#else
#define TRACE
#endif
#ifdef TASKS_COARSE
#define COARSE _Pragma("unply task")
#else
#define COARSE
#endif
#ifdef TASKS_FINE
#define FINE _Pragma("unply task")
#else
#define FINE
#endif

static unsigned long random_state = 88172645463325252ul;
__attribute__((unused)) static unsigned next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)(random_state >> 32);
}

static void prepare(void);
static void kernel(void);
static double digest(void);
static size_t touched_bytes(void);

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Not getrusage: that peak survives exec, so it would be the peak of whoever started the program. */
static long peak_resident_kb(void) {
  char line[256];
  long kb = 0;
  FILE* status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "VmHWM: %ld", &kb);
  if (status) fclose(status);
  return kb;
}

int main(int argc, char** argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 1;
  double best_cpu = 1e9, best_wall = 1e9;
  for (int run = 0; run < runs; run++) {
    prepare();
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    kernel();
    const double cpu_spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, wall_spent = seconds(CLOCK_MONOTONIC) - wall;
    if (cpu_spent < best_cpu) best_cpu = cpu_spent;
    if (wall_spent < best_wall) best_wall = wall_spent;
  }
  printf("%.6f %.6f %ld %zu %.9g\n", best_cpu, best_wall, peak_resident_kb(), touched_bytes(), digest());
  return 0;
}

#endif
