// Fields that share a storage unit: writing one reads and writes the unit, so the tasks do depend on each other.
// graph:
//   tasks 3
//   1 -> 2 flow
//   1 -> 2 output
//   2 -> 3 flow
#include <stdio.h>
struct {
  unsigned a : 3, b : 5, c : 24;
} s;
unsigned out;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    s.a = 5;
#pragma exg task
    s.b = 17;
#pragma exg task
    out = s.a;
  }
  printf("%u %u\n", out, s.b);
}
