// An inline function and a member of a template, of which the linker takes the definitions of an object file compiled
// without unply: their accesses are not seen, and the report says so by name. What unply compiled is not named.
// flags: -DSTEP=2
// build: $PLAIN $LEVEL $FLAGS -DOTHER -c $SRC -o plain.o
// build: $CC $LEVEL $FLAGS -DOTHER -DSECOND -c $SRC -o second.o
// build: $CC $LEVEL $FLAGS -c $SRC -o own.o
// build: $CC $LEVEL plain.o second.o own.o -o program
// levels: -O0,-O2,-O1 -fPIC -fuse-ld=lld,-O2 -ffunction-sections -Wl\,--gc-sections
// graph:
//   tasks 3
// report: kept its definitions: Grid<int>::move, move
#include <stdio.h>
#define OUT_OF_LINE __attribute__((noinline))
template <class T> struct Grid {
  T cells[8];
  OUT_OF_LINE void move(int i) { cells[i + 1] = cells[i] + STEP; }
};
OUT_OF_LINE inline void move(int *cells, int i) { cells[i + 1] = cells[i] + STEP; }
OUT_OF_LINE inline int seen(const int *cells, int i) { return cells[i]; }
extern Grid<int> grid;
void other(int *cells);
void second(int *cells);
#ifdef SECOND
void second(int *cells) { cells[0] = seen(cells, 0); }
#elif defined(OTHER)
void other(int *cells) {
  grid.move(6);
  move(cells, 6);
}
#else
Grid<int> grid;
int cells[8];
int main() {
  other(cells);
  second(cells);
#pragma exg trace
  for (int i = 0; i < 3; i++)
#pragma exg task
    grid.move(i), move(cells, i), cells[7] + seen(cells, 7);
  printf("%d %d\n", grid.cells[3], cells[3]);
}
#endif
