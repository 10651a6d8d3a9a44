// longjmp leaves tasks without their end being called; the next task is not nested in them. The test
// reads what the task itself has written: with an anti dependence on the next writer, as any read.
// graph:
//   tasks 3
//   1 -> 2 flow x
//   2 -> 3 flow x
//   1 -> 2 output x
//   2 -> 3 output x
//   1 -> 2 anti
//   2 -> 3 anti
#include <setjmp.h>
#include <stdio.h>
int x;
jmp_buf place;
__attribute__((noinline)) static void deep(void) {
#pragma exg task
  {
    x += 1;
    if (x < 3) longjmp(place, 1);
  }
}
int main(void) {
#pragma exg trace
  {
    setjmp(place);
    if (x < 3) deep();
  }
  printf("%d\n", x);
}
