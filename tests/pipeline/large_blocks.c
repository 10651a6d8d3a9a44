// Megabytes at once: long runs of the shadow memory, cut in the middle by small accesses.
// graph:
//   tasks 5
//   1 -> 2 output
//   1 -> 3 flow
//   2 -> 3 flow
//   2 -> 4 flow
//   1 -> 5 output
//   2 -> 5 output
//   3 -> 5 anti
//   4 -> 5 anti
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { kBytes = 5 << 20 };
char *a, *b;
int out[2];
int main(void) {
  a = malloc(kBytes);
  b = malloc(kBytes);
#pragma exg trace
  {
#pragma exg task
    memset(a, 1, kBytes);
#pragma exg task
    for (int i = 4095; i < kBytes; i += 4096)
      a[i] = 2;
#pragma exg task
    memcpy(b, a, kBytes);
#pragma exg task
    out[1] = a[8191];
#pragma exg task
    memset(a, 0, kBytes);
  }
  printf("%d %d\n", b[4095] + b[4096], out[1]);
  free(a);
  free(b);
}
