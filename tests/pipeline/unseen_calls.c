// Code without hooks and models is counted by name when tasks call it, and the report says so; a function of another
// object that has hooks, and one that cannot touch memory, is not. Three calls inside tasks, one outside.
// kinds: flow
// levels: -O0, -O2
// build: $PLAIN -O1 -c -DPART=1 $SRC -o unseen.o
// build: $CC $LEVEL $FLAGS -c -DPART=2 $SRC -o seen.o
// build: $CC $LEVEL $FLAGS -DPART=0 $SRC seen.o unseen.o -o program $LINK
// report: not seen   3 calls of put_unseen:
// report: as far as seen: 3 calls of put_unseen were not seen
// graph:
//   tasks 5
//   4 -> 5 flow
#include <stdio.h>
void put_unseen(int *at, int value);
void put_seen(int *at, int value);
int pure_unseen(int value) __attribute__((const));
#if PART == 1
void put_unseen(int *at, int value) { *at += value; }
int pure_unseen(int value) { return value + 1; }
#elif PART == 2
void put_seen(int *at, int value) { *at += value; }
#else
int a, b, out[5];
int main(void) {
#pragma exg trace
  {
    for (int i = 0; i < 3; i++)
#pragma exg task
    {
      put_unseen(&a, i);
      out[i] = pure_unseen(i);
    }
    for (int i = 0; i < 2; i++)
#pragma exg task
      put_seen(&b, i);
  }
  put_unseen(&a, 7);
  printf("%d %d %d\n", a, b, out[2]);
}
#endif
