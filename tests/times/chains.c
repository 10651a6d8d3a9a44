// Tasks of known length: chains of dependent multiplications, 3 cycles each on x86-64 processors of the last twenty
// years. How long one takes is measured between the tasks, over chains that are long enough for clock_gettime, so that
// a change of the clock rate and a slow machine meet both. Prints ns of a multiplication, the median of all rounds.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Straight on where a mispredicted end of the loop would take as long as the chain.
#define CHAIN(n) __asm__ volatile(".rept " #n "\n\timul $3, %0, %0\n\t.endr" : "+r"(x))
#define CHAIN_LOOP(n)                                                                                                  \
  for (int i = 0; i < (n) / 8; ++i) CHAIN(8)

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

enum { kRounds = 41, kYardstick = 80000 };

int main(int argc, char** argv) {
  (void)argv;
  uint64_t x = (uint64_t)argc;
  double took[kRounds];
#pragma exg trace
  for (int round = 0; round < kRounds; ++round) {
    double begin = now_ns();
    CHAIN_LOOP(kYardstick);
    took[round] = now_ns() - begin;
#pragma exg task
    CHAIN(360); // the first task after other code takes up to 8 ns more, in which processor and caches warm up
#pragma exg task
    CHAIN(5);
#pragma exg task
    CHAIN(16);
#pragma exg task
    CHAIN(40);
#pragma exg task
    CHAIN(80);
#pragma exg task
    CHAIN(120);
#pragma exg task
    CHAIN(240);
#pragma exg task
    CHAIN(480);
#pragma exg task
    CHAIN_LOOP(1000);
#pragma exg task
    CHAIN_LOOP(4000);
#pragma exg task
    CHAIN_LOOP(10000);
  }
  qsort(took, kRounds, sizeof *took, ascending);
  printf("%.6f\n", took[kRounds / 2] / kYardstick);
  return x == 42;
}
