// Signals arrive while the recording is being set up: what their handler writes then is nobody's.
// graph:
//   tasks 4
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
volatile unsigned ticks, shared[16];
static void every(int microseconds) {
  struct itimerval period = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &period, 0);
}
static void handler(int number) {
  (void)number;
  for (int i = 0; i < 16; i++)
    shared[i]++;
  if (++ticks == 100)
    every(0);
}
int main(void) {
  unsigned sums[4];
  signal(SIGALRM, handler);
  every(20);
  while (!ticks)
    ;
#pragma exg trace
  {
    every(0);
    for (int t = 0; t < 4; t++)
#pragma exg task
    {
      unsigned sum = 0;
      for (int i = 0; i < 16; i++)
        sum += shared[i] == ticks;
      sums[t] = sum;
    }
  }
  printf("%u %u %u %u\n", sums[0], sums[1], sums[2], sums[3]);
}
