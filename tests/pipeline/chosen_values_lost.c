// Where code outside tasks adds results up or hands them on, and where a pointer calls, no edge can say it: the report
// does, in its first lines. A map is what remains.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:next
// report: 3 results of selected functions used by code outside tasks
// report: 1 call of selected functions from code that was not seen
// kinds: flow
// graph:
//   tasks 4
#include <stdio.h>
__attribute__((noinline)) static long next(long x) { return x + 3; }
__attribute__((noinline)) static long other(void) { return next(4); }
long (*volatile pointer)(long) = next;
int main(void) {
  long sum = 0;
  for (int i = 0; i < 2; i++) sum += next(i);
  sum += pointer(5);
  printf("%ld %ld\n", sum, other());
}
