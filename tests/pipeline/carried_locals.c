// Values that pass from task to task in locals: through a branch, a swap, a pointer, and one that is only computed once.
// kinds: flow
// graph:
//   tasks 7
//   1 -> 2 flow
//   1 -> 3 flow
//   2 -> 3 flow
//   3 -> 4 flow
//   5 -> 6 flow
//   5 -> 7 flow
#include <stdio.h>
int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}, out[4];
int main(int argc, char **argv) {
  (void)argv;
  int low, high, *place;
#pragma exg trace
  {
#pragma exg task
    low = a[0] * argc;
#pragma exg task
    high = low + a[1];
#pragma exg task
    if (high > low) {
      int t = low;
      low = high;
      high = t;
    }
#pragma exg task
    out[0] = low - high;
#pragma exg task
    place = a + 4 * argc;
#pragma exg task
    out[1] = place[0];
#pragma exg task
    out[2] = place[1];
  }
  printf("%d %d %d\n", out[0], out[1], out[2]);
}
