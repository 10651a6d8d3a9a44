// Power iteration: each element of the product needs the whole vector.
// run 5 4 => all-to-all: 4 levels of 5
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]);
  double *x = calloc(n, 8), *y = calloc(n, 8);
#pragma exg trace
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
#pragma exg task
    {
      double sum = 1;
      for (int j = 0; j < n; j++) sum += x[j] / (i + j + 1);
      y[i] = sum;
    }
    double* swap = x;
    x = y, y = swap;
  }
  printf("%g\n", x[0]);
}
