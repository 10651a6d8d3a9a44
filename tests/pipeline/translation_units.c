// A global written in one translation unit and read in another; a static of the same name in each is not shared.
// build: $CC $LEVEL -c $SRC -o one.o
// build: $CC $LEVEL -DOTHER -c $SRC -o other.o
// build: $CC $LEVEL one.o other.o -o program
// graph:
//   tasks 3
//   1 -> 2 flow shared
//   2 -> 3 flow shared
//   1 -> 2 output shared
#include <stdio.h>
extern int shared;
static int own;
void other_step(void);
#ifdef OTHER
int shared;
void other_step(void) {
#pragma exg task
  {
    shared += 1;
    own += shared;
  }
}
#else
int out;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    {
      shared = 1;
      own = 1;
    }
    other_step();
#pragma exg task
    out = shared;
  }
  printf("%d %d\n", out, own);
}
#endif
