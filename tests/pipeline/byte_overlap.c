// Four bytes written at once and read one by one, and the reverse.
// graph:
//   tasks 6
//   1 -> 2 output
//   1 -> 3 flow
//   2 -> 3 flow
//   1 -> 4 flow
//   2 -> 5 flow
//   1 -> 6 output
//   2 -> 6 output
//   3 -> 6 anti
//   4 -> 6 anti
//   5 -> 6 anti
#include <stdint.h>
#include <stdio.h>
union {
  uint32_t word;
  uint8_t byte[4];
} u;
unsigned out[6];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    u.word = 0x01020304;
#pragma exg task
    u.byte[1] = 9;
#pragma exg task
    out[0] = u.word;
#pragma exg task
    out[1] = u.byte[0];
#pragma exg task
    out[2] = u.byte[1];
#pragma exg task
    u.word = 0;
  }
  printf("%x %x %x\n", out[0], out[1], out[2]);
}
