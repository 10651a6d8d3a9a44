// A serial task that scales, a parallel loop, and again.
// run 6 3 => fork-join: 3 parallel phases of 6 tasks, 4 serial between, before and after
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), phases = atoi(argv[2]);
  double scale = 1, *a = calloc(n, 8);
#pragma exg trace
  {
#pragma exg task
    scale = 1;
    for (int phase = 0; phase < phases; phase++) {
      for (int i = 0; i < n; i++)
#pragma exg task
        a[i] = scale + i;
#pragma exg task
      {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += a[i];
        scale = 1 / sum;
      }
    }
  }
  printf("%g\n", scale);
}
