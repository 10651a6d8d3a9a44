// Volatile objects, and objects that every thread has for itself.
// graph:
//   tasks 4
//   1 -> 2 flow v
//   1 -> 2 output v
//   3 -> 4 flow own
#include <stdio.h>
volatile int v;
_Thread_local int own;
int out;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    v = 1;
#pragma exg task
    v += 2;
#pragma exg task
    own = 3;
#pragma exg task
    out = own;
  }
  printf("%d %d\n", v, out);
}
