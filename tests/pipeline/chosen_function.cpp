// Tasks chosen on the command line: each call of a function, also when it would have been inlined.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:update_row
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
#include <cstdio>
double u[8] = {0, 1, 4, 9, 16, 25, 36, 0};
static void update_row(double* row, int n) {
  for (int x = 1; x < n; x++) row[x] = (row[x - 1] + row[x + 1]) / 2;
}
int main() {
  for (int t = 0; t < 4; t++) update_row(u, 7);
  printf("%.6f %.6f\n", u[1], u[6]);
}
