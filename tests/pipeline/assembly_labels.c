// Inline assembly that defines a symbol, and a macro: there may be one of it in the program, whoever calls the function.
// flags: -Wno-unused
// graph:
//   tasks 2
//   1 -> 2 flow cell[]
#include <stdio.h>
int cell[4];
__attribute__((noinline)) static int marked(int x) {
  __asm__ volatile("the_mark: nop\n .macro the_macro\n nop\n .endm\n the_macro" ::: "memory");
  return x + 1;
}
__attribute__((noinline)) static int numbered(int x) {
  __asm__ volatile("1: nop\n jmp 2f\n2: nop\n.Lunique%=: nop" ::: "memory");
  return x + 1;
}
extern char the_mark[];
int main(void) {
  int seen = the_mark != 0;
#pragma exg trace
  for (int i = 0; i < 2; i++)
#pragma exg task
    cell[i + 1] = marked(numbered(cell[i])) + seen;
  printf("%d\n", cell[2]);
}
