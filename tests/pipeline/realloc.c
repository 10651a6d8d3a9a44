// realloc moves the history of the bytes with the bytes.
// graph:
//   tasks 4
//   1 -> 2 flow p
//   1 -> 2 output p
//   2 -> 3 flow p
//   1 -> 3 flow
//   2 -> 4 flow p
//   1 -> 2 anti
#include <stdio.h>
#include <stdlib.h>
int *p, out[4];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    {
      p = malloc(16);
      p[0] = 7;
    }
    void *between = malloc(64);
#pragma exg task
    p = realloc(p, 1 << 20);
    free(between);
#pragma exg task
    out[0] = p[0];
#pragma exg task
    p[1000] = 1;
  }
  printf("%d\n", out[0]);
  free(p);
}
