/* Fibonacci numbers by tasks, in series below a cut: tasks and the longest chain of parts follow from n and cut. */
#include <stdio.h>
#include <stdlib.h>

static long in_series(int n) { return n < 2 ? n : in_series(n - 1) + in_series(n - 2); }

static long fib(int n, int cut) {
  long a, b;
  if (n < cut) return in_series(n);
#pragma omp task shared(a)
  a = fib(n - 1, cut);
#pragma omp task shared(b)
  b = fib(n - 2, cut);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char **argv) {
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(atoi(argv[1]), atoi(argv[2]));
  printf("%ld\n", result);
  return 0;
}
