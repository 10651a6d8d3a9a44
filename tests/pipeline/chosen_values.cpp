// Arguments and results of chosen functions travel in the caller's registers: they are dependences of the call.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:next --tasks fn:twice --tasks fn:byte
// kinds: flow
// graph:
//   tasks 12
//   1 -> 2 flow x
//   2 -> 3 flow x
//   4 -> 5 flow g
//   6 -> 7 flow a[]
//   7 -> 8 flow a[]
//   9 -> 10 flow b[]
//   11 -> 12 flow low
#include <cstdio>
struct Pair {
  long low, high;
};
__attribute__((noinline)) static long next(long x) { return x + 3; }
__attribute__((noinline)) static Pair twice(long x) { return {2 * x, x}; }
__attribute__((noinline)) static unsigned char byte(unsigned char x) { return x + 1; }
long g, a[4];
unsigned char b[2];
int main() {
  long x = 1;
  for (int i = 0; i < 3; i++) x = next(x + i);
  g = next(5);
  long y = next(g) + 1;
  a[0] = 7;
  for (int i = 0; i < 3; i++) a[i + 1] = next(a[i]);
  b[0] = byte(1);
  b[1] = byte(b[0]);
  long low = 0;
  for (int i = 0; i < 2; i++) low = twice(low).low;
  std::printf("%ld %ld %ld %ld %d %ld\n", x, g, y, a[3], b[1], low);
}
