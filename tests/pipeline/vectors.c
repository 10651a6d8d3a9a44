// Vectorised and masked loops: the same graph at -O3 for this processor as at -O0.
// levels: -O0,-O2,-O3 -march=native,-O3 -march=native -ffast-math
// graph:
//   tasks 4
//   1 -> 2 flow
//   2 -> 3 flow
//   3 -> 4 flow
//   1 -> 2 output
//   2 -> 3 output
//   3 -> 4 output
#include <stdio.h>
int a[4][100], b[100];
int main(void) {
  for (int i = 0; i < 100; i++)
    b[i] = i % 3;
#pragma exg trace
  for (int t = 0; t < 4; t++)
#pragma exg task
    for (int i = 0; i < 100; i++)
      if (b[i]) b[i] = b[i] * 3 % 7 + t;
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += b[i] * i;
  printf("%d\n", sum);
}
