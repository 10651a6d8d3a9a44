// Two trace regions, the second executed twice: the report has both, with the tasks of all executions.
// graph:
//   tasks 6
//   1 -> 2 flow
//   3 -> 4 flow
//   5 -> 6 flow
// kinds: none
// traces: 2
#include <stdio.h>
int x, y, out[8];
static void pair(int *v, int i) {
#pragma exg trace
  {
#pragma exg task
    *v = i;
#pragma exg task
    out[i] = *v;
  }
}
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    y = x;
  }
  pair(&x, 1);
  pair(&y, 2);
  printf("%d %d %d\n", y, out[1], out[2]);
}
