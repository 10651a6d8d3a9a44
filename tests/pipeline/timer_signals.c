// Thousands of timer signals whose handler itself runs instrumented code: the results stay, the chain is seen.
// kinds: none
// repeatable: no
// graph:
//   tasks 50
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
volatile unsigned ticks, shared[16];
double a[1000];
static void handler(int number) {
  (void)number;
  for (int i = 0; i < 16; i++)
    shared[i] = ++ticks;
}
int main(void) {
  signal(SIGALRM, handler);
  struct itimerval every = {{0, 200}, {0, 200}};
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  setitimer(ITIMER_REAL, &every, 0);
#pragma exg trace
  for (int t = 0; t < 50; t++)
#pragma exg task
    for (int r = 0; r < 20; r++)
      for (int i = 1; i < 999; i++)
        a[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
  every.it_value.tv_usec = every.it_interval.tv_usec = 0;
  setitimer(ITIMER_REAL, &every, 0);
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += a[i];
  printf("%.17g\n", sum);
}
