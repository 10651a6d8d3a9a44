// What a phase of a skeleton costs the program (unply/annotate.h): CPU time of a pair of begin and end, without
// features and with two sizes and one count of work; least of 9 rounds. bench/recorder/run runs it alone and recorded.
#include <stdio.h>
#include <time.h>
#include <unply/annotate.h>

enum { kPhases = 20000, kRounds = 9 };

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double cost(unsigned features) {
  static const char* const names[] = {"N", "M", "work:visits"};
  double values[] = {1024, 2048, 17}, least = 1e300;
  struct UnplyPhaseInfo info = {2, 1, -1, features, names, values, 0};
  for (int round = 0; round < kRounds; ++round) {
    double begin = cpu_ns();
    for (int i = 0; i < kPhases; ++i) {
      unply_phase_begin(&info);
      unply_phase_end(&info);
    }
    double each = (cpu_ns() - begin) / kPhases;
    if (each < least) least = each;
  }
  return least;
}

int main(void) {
  printf("ns a phase: %.1f without features, %.1f with three\n", cost(0), cost(3));
  return 0;
}
