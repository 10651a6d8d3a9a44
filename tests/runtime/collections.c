// Tasks that each read another half of an array: every word soon has readers of its own, so histories are
// collected several times.
#include <stdio.h>
#define WORDS 4096
static unsigned words[WORDS];

static unsigned read_half(unsigned task) {
  unsigned sum = 0, random = task * 2654435761u + 1;
  for (int i = 0; i < WORDS; ++i) {
    random = random * 1664525u + 1013904223u;
    if (random >> 31) sum += words[i];
  }
  return sum;
}

int main(void) {
  words[0] = 1; // memory that nothing writes is constant, and has no hooks
  unsigned sum = 0;
  for (unsigned task = 0; task < 1500; ++task)
#pragma exg task
    sum ^= read_half(task);
  printf("%u\n", sum);
}
