// A second thread is not followed: its tasks are no vertices, and the report says that there was one.
// flags: -pthread
// graph:
//   tasks 3
//   1 -> 3 flow x
// kinds: flow
// report: thread
#include <pthread.h>
#include <stdio.h>
int x, y[4];
static void *other(void *argument) {
  int *mine = argument;
  for (int i = 0; i < 100; i++)
#pragma exg task
    mine[1] += i;
  return 0;
}
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x = 1;
    pthread_t thread;
    pthread_create(&thread, 0, other, y);
#pragma exg task
    y[0] = 3;
    pthread_join(thread, 0);
#pragma exg task
    y[2] = x;
  }
  printf("%d %d %d\n", y[0], y[1], y[2]);
}
