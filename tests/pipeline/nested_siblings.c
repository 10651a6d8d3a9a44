// Tasks inside one task depend on each other as any others do; the containing task, which needs neither, stays one vertex.
// graph:
//   tasks 4
//   2 -> 3 flow x
//   2 -> 4 flow x
#include <stdio.h>
int x, y, z, before;
int main(void) {
#pragma exg trace
#pragma exg task
  {
    before = 1;
#pragma exg task
    x = 1;
#pragma exg task
    y = x;
#pragma exg task
    z = x + 1;
  }
  printf("%d %d %d\n", y, z, before);
}
