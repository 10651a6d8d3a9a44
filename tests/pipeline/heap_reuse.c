// A block that malloc hands out again is another object: no dependence between those who used it.
// graph:
//   tasks 6
//   5 -> 6 flow
#include <stdio.h>
#include <stdlib.h>
int out[6], *kept;
int main(void) {
#pragma exg trace
  {
    for (int i = 0; i < 4; i++)
#pragma exg task
    {
      int *p = malloc(64);
      for (int j = 0; j < 16; j++)
        p[j] = i + j;
      int sum = 0;
      for (int j = 0; j < 16; j++)
        sum += p[j];
      out[i] = sum;
      free(p);
    }
    kept = malloc(64);
#pragma exg task
    kept[3] = 5;
#pragma exg task
    out[5] = kept[3];
  }
  printf("%d %d %d\n", out[0], out[3], out[5]);
  free(kept);
}
