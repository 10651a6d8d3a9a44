// The child of a fork runs on but is not followed: its tasks are not in the trace.
// graph:
//   tasks 2
//   1 -> 2 flow x
// report: fork
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int x, y;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
    pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < 10; i++)
#pragma exg task
        x += y + i;
      _exit(x == 46 ? 7 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("child: %d\n", WEXITSTATUS(status));
#pragma exg task
    y = x;
  }
  printf("%d\n", y);
}
