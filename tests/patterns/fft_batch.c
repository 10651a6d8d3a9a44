// Eight transforms beside each other, level by level.
// run 16 => 8 x butterfly: 2^4, 4 levels of 8
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double* all = calloc(8 * n, 8);
#pragma exg trace
  for (int half = 1; half < n; half *= 2)
    for (double* x = all; x < all + 8 * n; x += n)
      for (int i = 0; i < n; i++)
        if ((i & half) == 0)
#pragma exg task
        {
          double a = x[i], b = x[i + half];
          x[i] = a + b, x[i + half] = a - b;
        }
  printf("%g\n", all[0]);
}
