// exit() inside a task: its status goes through, the handlers run, and the trace is complete.
// exit: 3
// graph:
//   tasks 2
//   1 -> 2 flow x
#include <stdio.h>
#include <stdlib.h>
int x, y;
static void last(void) { printf("%d\n", y); }
int main(void) {
  atexit(last);
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    {
      y = x + 1;
      exit(3);
    }
  }
}
