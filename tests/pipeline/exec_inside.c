// exec replaces the program: the trace holds what was before, the new program's status goes through.
// exit: 5
// graph:
//   tasks 2
//   1 -> 2 flow x
#include <unistd.h>
int x, y;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    {
      y = x;
      execl("/bin/sh", "sh", "-c", "echo from the shell; exit 5", (char *)0);
    }
  }
}
