// The C library's memory and string functions, by models: what they read and write, to the byte.
// graph:
//   tasks 8
//   1 -> 2 flow
//   2 -> 3 flow
//   2 -> 3 output
//   1 -> 4 flow
//   4 -> 5 flow
//   4 -> 6 flow
//   4 -> 6 output
//   5 -> 6 anti
//   1 -> 7 flow
//   4 -> 7 flow
//   6 -> 7 flow
//   3 -> 8 flow
#include <stdio.h>
#include <string.h>
char a[64], b[64], c[64];
size_t out[8];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    {
      memset(a, 'x', 31);
      a[31] = 0;
    }
#pragma exg task
    memcpy(b, a, 16);
#pragma exg task
    memmove(b + 8, b, 16);
#pragma exg task
    strcpy(c, a);
#pragma exg task
    out[0] = strlen(c);
#pragma exg task
    strcat(c, "y");
#pragma exg task
    out[1] = strcmp(c, a) > 0;
#pragma exg task
    out[2] = memcmp(b + 16, "xxxxxxxx", 8) == 0;
  }
  printf("%zu %zu %zu %s %.24s\n", out[0], out[1], out[2], c, b);
}
