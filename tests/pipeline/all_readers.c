// Both readers have their flow, and both their anti dependence on the next writer; the output dependence stays though
// reads lie between.
// graph:
//   tasks 5
//   1 -> 2 flow x
//   1 -> 3 flow x
//   2 -> 4 anti x
//   3 -> 4 anti x
//   1 -> 4 output x
//   4 -> 5 output x
#include <stdio.h>
int x, y, z;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    y = x;
#pragma exg task
    z = x;
#pragma exg task
    x = 2;
#pragma exg task
    x = 3;
  }
  printf("%d %d %d\n", x, y, z);
}
