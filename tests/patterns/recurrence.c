// Fibonacci numbers.
// run 20 => recurrence: 20 tasks, each waits for the 2 before
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  long* f = calloc(n + 2, sizeof(long));
  f[1] = 1;
#pragma exg trace
  for (int i = 2; i < n + 2; i++)
#pragma exg task
    f[i] = f[i - 1] + f[i - 2];
  printf("%ld\n", f[n]);
}
