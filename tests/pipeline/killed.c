// kill -9: nothing in the program can react, still the trace holds everything up to there, and the report says so.
// signal: 9
// graph:
//   tasks 3
//   1 -> 2 flow x
//   2 -> 3 flow y
// report: killed by signal 9
#include <signal.h>
#include <unistd.h>
int x, y, z;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    y = x;
#pragma exg task
    {
      z = y;
      kill(getpid(), SIGKILL);
    }
  }
}
