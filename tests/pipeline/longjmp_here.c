// longjmp into the function that has the tasks: what follows is outside of the task that it left, for setjmp, sigsetjmp,
// the compiler's own and getcontext, also when the jump comes from a callee's task. What is written there is nobody's.
// report: 5 regions left by longjmp
// graph:
//   tasks 10
#include <setjmp.h>
#include <stdio.h>
#include <ucontext.h>
int x, y[5];
jmp_buf place;
sigjmp_buf signals;
void *own[5];
ucontext_t context;
__attribute__((noinline)) static void deep(void) {
#pragma exg task
  longjmp(place, 1);
}
__attribute__((noinline)) static void jump(void) { __builtin_longjmp(own, 1); }
__attribute__((noinline)) static void by_builtin(void) {
  if (__builtin_setjmp(own)) {
    x += 10;
#pragma exg task
    y[2] = 1;
    return;
  }
#pragma exg task
  {
    x++;
    jump();
  }
}
int main(void) {
  volatile int turn = 0;
#pragma exg trace
  {
#pragma exg task
    y[0] = 2;
    x += 10;
    if (!setjmp(place)) {
#pragma exg task
      {
        x++;
        deep();
      }
    } else {
      x += 10;
#pragma exg task
      y[3] = 2;
    }
    if (!sigsetjmp(signals, 1)) {
#pragma exg task
      {
        x++;
        siglongjmp(signals, 1);
      }
    }
    x += 10;
#pragma exg task
    y[1] = 1;
    by_builtin();
    getcontext(&context);
    if (turn++ == 0) {
#pragma exg task
      {
        x++;
        setcontext(&context);
      }
    }
    x += 10;
#pragma exg task
    y[4] = 1;
  }
  printf("%d\n", x);
}
