/* What the overhead of recording is measured with: each workload is nearly nothing but one kind of event, or a grain of
 * work that programs have. Prints wall and CPU seconds of the workload alone, then a checksum. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double wall_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static long fibonacci(int n, int cut) {
  if (n < 2) return n;
  if (n < cut) return fibonacci(n - 1, cut) + fibonacci(n - 2, cut);
  long a, b;
#pragma omp task shared(a)
  a = fibonacci(n - 1, cut);
  b = fibonacci(n - 2, cut);
#pragma omp taskwait
  return a + b;
}

static double grid[2][512][512];
static long stencil(void) { /* about 50 us for each thread and loop */
  for (int step = 0; step < 1000; ++step) {
    double (*from)[512] = grid[step & 1], (*to)[512] = grid[~step & 1];
#pragma omp parallel for schedule(static)
    for (int i = 1; i < 511; ++i)
      for (int j = 1; j < 511; ++j) to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) + 1e-3;
  }
  return (long)(1000 * grid[0][5][5]);
}

static long chunks(void) {
  double sum = 0;
  for (int round = 0; round < 20; ++round) {
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : sum)
    for (int i = 0; i < 100000; ++i) {
      double x = i;
      for (int j = 0; j < 20; ++j) x = x * 0.5 + 1;
      sum += x;
    }
  }
  return (long)sum;
}

static long barriers(void) {
#pragma omp parallel
  for (int i = 0; i < 100000; ++i) {
#pragma omp barrier
  }
  return 0;
}

static long criticals(void) {
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 2000000; ++i) {
#pragma omp critical
    sum += i & 1;
  }
  return sum;
}

static long run(const char* name) {
  long result = 0;
  if (!strcmp(name, "fib") || !strcmp(name, "fibcut")) {
    int cut = !strcmp(name, "fib") ? 0 : 20;
#pragma omp parallel
#pragma omp single
    result = fibonacci(cut ? 36 : 27, cut);
  } else if (!strcmp(name, "stencil")) {
    result = stencil();
  } else if (!strcmp(name, "chunks")) {
    result = chunks();
  } else if (!strcmp(name, "barriers")) {
    result = barriers();
  } else if (!strcmp(name, "criticals")) {
    result = criticals();
  }
  return result;
}

int main(int count, char** words) {
  if (count < 2) return 2;
#pragma omp parallel
  grid[0][0][omp_get_thread_num()] = 0; /* threads exist */
  double wall = wall_seconds(), cpu = cpu_seconds();
  long result = run(words[1]);
  printf("%.6f %.6f %ld\n", wall_seconds() - wall, cpu_seconds() - cpu, result);
  return 0;
}
