// break, continue, return and goto leave a task as its end does.
// graph:
//   tasks 8
//   1 -> 2 flow x
//   2 -> 3 flow x
//   3 -> 4 flow x
//   4 -> 5 flow x
//   5 -> 6 flow x
//   6 -> 7 flow x
//   7 -> 8 flow x
//   1 -> 2 output x
//   2 -> 3 output x
//   3 -> 4 output x
//   4 -> 5 output x
//   5 -> 6 output x
//   6 -> 7 output x
//   7 -> 8 output x
//   5 -> 6 anti
#include <stdio.h>
int x;
static int returns(void) {
#pragma exg task
  {
    x += 1;
    if (x > 0) return x;
    x = 0;
  }
  return -1;
}
int main(void) {
#pragma exg trace
  {
    for (int i = 0; i < 5; i++)
#pragma exg task
    {
      x += 1;
      if (i == 1) continue;
      if (i == 3) break;
    }
    returns();
    for (int again = 0; again < 2; again++) {
#pragma exg task
      {
        x += 1;
        if (again == 0) goto out;
      }
    out:;
    }
#pragma exg task
    x += 1;
  }
  printf("%d\n", x);
}
