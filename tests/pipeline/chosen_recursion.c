// A recursive function: it depends on the calls whose results it adds, and they on what it passes. (4 extends 1.)
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:fib
// kinds: flow,extension
// graph:
//   tasks 4
//   1 -> 2 flow n
//   1 -> 3 flow n
//   1 -> 4 extension
//   2 -> 4 flow
//   3 -> 4 flow
#include <stdio.h>
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  printf("%d\n", fib(2));
}
