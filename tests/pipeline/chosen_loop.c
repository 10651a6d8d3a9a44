// Tasks chosen on the command line, with no mark in the source: each iteration of the loop on line 19.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks chosen_loop.c:19
// graph:
//   tasks 4
//   1 -> 2 flow
//   2 -> 3 flow
//   3 -> 4 flow
//   1 -> 2 output
//   2 -> 3 output
//   3 -> 4 output
//   1 -> 2 anti
//   2 -> 3 anti
//   3 -> 4 anti
#include <stdio.h>
double u[8] = {0, 1, 4, 9, 16, 25, 36, 0};
int main(void) {
  /* outer loop */
  for (int t = 0; t < 4; t++)
    for (int x = 1; x < 7; x++)
      u[x] = (u[x - 1] + u[x + 1]) / 2;
  printf("%.6f %.6f\n", u[1], u[6]);
}
