// More threads than cores take turns in a critical section, each of them a known number of times. Now and then one sleeps
// inside: the others, which wait, give their cores to each other thousands of times meanwhile. Prints how often the
// section was entered in all.
#include <stdio.h>
#include <time.h>

int main(void) {
  long entries = 0;
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < ENTRIES; ++i) {
    for (volatile int k = 0; k < 200; ++k) {}
#pragma omp critical
    {
      if (++entries % 250 == 0) nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
  }
  printf("%ld\n", entries);
  return 0;
}
