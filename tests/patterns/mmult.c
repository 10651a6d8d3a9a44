// Matrix product, one task for each multiplication: an element's sum is a chain.
// run 3 4 5 => independent chains: 12 chains of 5 tasks
// run 10 10 100 => independent chains: 100 chains of 100 tasks
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rows = atoi(argv[1]), columns = atoi(argv[2]), inner = atoi(argv[3]);
  double *a = calloc(rows * inner, 8), *b = calloc(inner * columns, 8), *c = calloc(rows * columns, 8);
#pragma exg trace
  for (int k = 0; k < inner; k++)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
#pragma exg task
        c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
  printf("%g\n", c[0]);
}
