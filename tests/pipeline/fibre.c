// Local variables of a fibre carry values from the task that leaves it to the one that goes on in it.
// kinds: flow
// graph:
//   tasks 3
//   1 -> 2 flow
//   2 -> 3 flow
#include <stdio.h>
#include <ucontext.h>
static ucontext_t outside, inside;
static char stack[1 << 16];
static int out[3];
static void yield(void) { swapcontext(&inside, &outside); }
static void fibre(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += i + 1;
    out[i] = sum;
    yield();
  }
}
int main(void) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, fibre, 0);
#pragma exg trace
  for (int k = 0; k < 3; k++) {
#pragma exg task
    swapcontext(&outside, &inside);
  }
  printf("%d %d\n", out[0], out[2]);
}
