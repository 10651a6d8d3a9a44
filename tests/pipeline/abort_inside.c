// abort() inside a task: the signal goes through and the trace holds everything up to there.
// signal: 6
// graph:
//   tasks 2
//   1 -> 2 flow x
#include <stdio.h>
#include <stdlib.h>
int x, y;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    {
      y = x + 1;
      abort();
    }
  }
}
