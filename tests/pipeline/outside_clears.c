// Code outside every task is no vertex, but what it writes has no task as its source any more.
// graph:
//   tasks 4
//   1 -> 3 flow y
#include <stdio.h>
int x, y, out[4];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    {
      x = 1;
      y = 1;
    }
    out[0] = x;
    x = 2;
#pragma exg task
    out[1] = x;
#pragma exg task
    out[2] = y;
    y = 4;
#pragma exg task
    y = 5;
  }
  printf("%d %d %d\n", out[0], out[1], out[2]);
}
