// The variable of the loop around the tasks is written outside of them: it makes no dependence.
// graph:
//   tasks 6
#include <stdio.h>
int a[6], b[6];
int main(void) {
#pragma exg trace
  {
    int i = 0;
    while (i < 3) {
#pragma exg task
      a[i] = b[i] + i;
      i++;
    }
    for (int *p = a + 3; p < a + 6; p++)
#pragma exg task
      *p = (int)(p - a);
  }
  printf("%d %d\n", a[2], a[5]);
}
