// One unit compiled by unply, one by the plain compiler: what the second does is not seen, and nothing breaks.
// build: $CC $LEVEL -c $SRC -o one.o
// build: $PLAIN $LEVEL -DOTHER -c $SRC -o other.o
// build: $CC $LEVEL one.o other.o -o program
// graph:
//   tasks 3
//   1 -> 3 flow shared
#include <stdio.h>
extern int shared;
void other_step(int *);
#ifdef OTHER
int shared;
void other_step(int *out) { *out = shared + 1; }
#else
int out[4];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    shared = 1;
#pragma exg task
    other_step(out);
#pragma exg task
    out[1] = shared;
  }
  printf("%d %d\n", out[0], out[1]);
}
#endif
