// Values with the system's time before and after each, for a third of a second.
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <unply/annotate.h>

static long long ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(void) {
  for (int i = 0; i < 11; ++i) {
    long long before = ns();
    unply_value("i", i);
    printf("%lld %lld\n", before, ns());
    usleep(30000);
  }
}
