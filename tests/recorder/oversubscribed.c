// More threads than cores take turns in a critical section, each of them a known number of times. Prints how often it was
// entered in all.
#include <stdio.h>

int main(void) {
  long entries = 0;
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < ENTRIES; ++i) {
    for (volatile int k = 0; k < 200; ++k) {}
#pragma omp critical
    {
      for (volatile int k = 0; k < 100; ++k) {}
      ++entries;
    }
  }
  printf("%ld\n", entries);
  return 0;
}
