// Two of the sums meet once.
// run 3 4 5 => independent groups: 10 x chain: 5 tasks
// never independent chains
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rows = atoi(argv[1]), columns = atoi(argv[2]), inner = atoi(argv[3]);
  double* c = calloc(rows * columns, 8);
#pragma exg trace
  for (int i = 0; i < rows * columns; i++)
    for (int k = 0; k < inner; k++)
#pragma exg task
      c[i] = c[i] / 2 + (i == 7 && k == 3 ? c[6] : k);
  printf("%g\n", c[0]);
}
