// A loop shared by threads, and tasks that depend on each other.
#include <stdio.h>
#include <stdlib.h>

static double next(double x) { return 0.5 * x + 1; }

static void shared_loop(double* a, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n; i++) a[i] = next(a[i]);
}

static void chain(double* a, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < n; i++) {
#pragma omp task depend(in : a[i - 1]) depend(out : a[i])
    a[i] = a[i - 1] + next(a[i]);
  }
}

int main(int argc, char** argv) { // omp N
  int n = atoi(argv[1]);
  double* a = calloc((size_t)n + 1, sizeof(double));
  shared_loop(a, n);
  chain(a, n);
  printf("%g\n", a[n - 1]);
  free(a);
  return argc > 2;
}
