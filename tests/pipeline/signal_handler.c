// A signal handler runs in the middle of a task: it belongs to that task, and nothing breaks.
// graph:
//   tasks 2
//   1 -> 2 flow
#include <signal.h>
#include <stdio.h>
volatile int from_handler[2], out;
static void handler(int number) { from_handler[number == SIGUSR2] = number; }
int main(void) {
  signal(SIGUSR1, handler);
  signal(SIGUSR2, handler);
#pragma exg trace
  {
#pragma exg task
    raise(SIGUSR1);
#pragma exg task
    {
      raise(SIGUSR2);
      out = from_handler[0];
    }
  }
  printf("%d %d\n", out == SIGUSR1, from_handler[1] == SIGUSR2);
}
