// The recursion that calls itself for n - 1 and n - 2, a task for each call.
#include <stdio.h>
#include <stdlib.h>
static long fibonacci(int n) {
  if (n < 2) return n;
  long a, b;
#pragma exg task
  a = fibonacci(n - 1);
#pragma exg task
  b = fibonacci(n - 2);
  return a + b;
}
int main(int argc, char** argv) {
  long result;
#pragma exg trace
  result = fibonacci(argc > 1 ? atoi(argv[1]) : 5);
  printf("%ld\n", result);
  return 0;
}
