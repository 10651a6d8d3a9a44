// State that the library keeps: two tasks that draw random numbers depend on each other, so do two that read one stream
// or descriptor; output comes in an order; a pure function, an allocation and a private state make nothing.
// flags: -lm
// graph:
//   tasks 12
//   1 -> 2 flow
//   1 -> 2 output
//   3 -> 4 flow
//   3 -> 4 output
//   5 -> 6 flow
//   5 -> 6 output
//   7 -> 8 output
//   11 -> 12 flow
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int drawn[2], counts[2], first[2], letters[2];
double roots[2];
volatile double nine = 9;
int main(void) {
  FILE *stream = fopen("/proc/self/exe", "rb");
  int file = open("/proc/self/exe", O_RDONLY);
  if (!stream || file < 0) return 1;
#pragma exg trace
  {
    for (int i = 0; i < 2; i++)
#pragma exg task
      drawn[i] = rand();
    for (int i = 0; i < 2; i++)
#pragma exg task
      first[i] = fgetc(stream);
    for (int i = 0; i < 2; i++)
#pragma exg task
    {
      char letter;
      counts[i] = (int)read(file, &letter, 1);
    }
    for (int i = 0; i < 2; i++)
#pragma exg task
      printf("row %s\n", i ? "b" : "a");
    for (int i = 0; i < 2; i++)
#pragma exg task
    {
      unsigned seed = 7;
      char *block = malloc(8);
      roots[i] = sqrt(nine) + (rand_r(&seed) > 0);
      free(block);
    }
#pragma exg task
    setenv("UNPLY_TEST", "x", 1);
#pragma exg task
    letters[0] = getenv("UNPLY_TEST")[0];
  }
  printf("%d %d %d %g %c\n", first[0], counts[0], counts[1], roots[0] + roots[1], letters[0]);
}
