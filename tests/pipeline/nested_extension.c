// Algorithm 3: what a task needs from one that it contains goes to a new vertex of the containing task.
// graph:
//   tasks 4
//   1 -> 2 flow x
//   1 -> 3 extension
//   2 -> 3 flow y
//   3 -> 4 flow z
#include <stdio.h>
int x, y, z, w;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    {
      x = 1;
#pragma exg task
      y = x;
      z = y;
    }
#pragma exg task
    w = z;
  }
  printf("%d\n", w);
}
