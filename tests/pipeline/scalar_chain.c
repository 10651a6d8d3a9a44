// A sum in a local variable is a chain, though every optimiser keeps it in a register.
// graph:
//   tasks 4
//   1 -> 2 flow s
//   2 -> 3 flow s
//   3 -> 4 flow s
//   1 -> 2 output s
//   2 -> 3 output s
//   3 -> 4 output s
#include <stdio.h>
double a[4] = {1, 2, 3, 4};
int main(void) {
  double s = 0;
#pragma exg trace
  for (int i = 0; i < 4; i++)
#pragma exg task
    s += a[i];
  printf("%g\n", s);
}
