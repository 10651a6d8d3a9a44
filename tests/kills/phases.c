// A program whose graph is known at every moment: phases of one writer and six readers, for ever or PHASES times. Vertex
// 7 p + 1 is the writer of phase p; edges into each follow from its number (expected_edges of run).
//   phases FILE [PHASES]    writes FILE when the first phase has ended, and FILE.ended at the end
//   phases FILE PHASES timer    a timer's handler accesses the same data all the time, outside of tasks and inside
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static int shared[4], own[6];
static volatile int alarms, seen;

static void on_timer(int number) {
  (void)number;
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += shared[i];
  for (int i = 0; i < 6; ++i) sum += own[i];
  seen = sum;
  ++alarms;
}

static void say(const char *file, const char *what) {
  char name[4096];
  snprintf(name, sizeof name, "%s%s", file, what);
  FILE *out = fopen(name, "w");
  if (!out) abort();
  fprintf(out, "%d\n", alarms);
  fclose(out);
}

int main(int argc, char **argv) {
  long phases = argc > 2 ? atol(argv[2]) : -1;
  if (argc > 3) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_timer;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {{0, 50}, {0, 50}};
    setitimer(ITIMER_REAL, &often, NULL);
  }
  for (long phase = 0; phases < 0 || phase < phases; ++phase) {
#pragma exg task
    for (int i = 0; i < 4; ++i) shared[i] = own[i] + 1;
    for (int r = 0; r < 6; ++r)
#pragma exg task
    {
      int sum = 0;
#pragma clang loop unroll(disable)
      for (int i = 0; i < 4; ++i) sum += shared[i];
      own[r] += sum;
    }
    if (phase == 0) say(argv[1], "");
  }
  say(argv[1], ".ended");
  return own[5] == 12345 ? 8 : 7;
}
