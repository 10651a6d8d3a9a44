// A program that is linked with an instrumented shared object.
// build: $CC $LEVEL -DOBJECT -fPIC -shared $SRC -o libstep.so
// build: $CC $LEVEL $SRC -o program -L. -lstep -Wl,-rpath,.
// graph:
//   tasks 3
//   1 -> 2 flow x[]
//   2 -> 3 flow x[]
#include <stdio.h>
void step(int *x);
#ifdef OBJECT
void step(int *x) {
#pragma exg task
  x[1] = x[0] + 1;
}
#else
int x[8];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x[0] = 1;
    step(x);
#pragma exg task
    x[5] = x[1];
  }
  printf("%d\n", x[5]);
}
#endif
