// _Pragma in a macro, both spellings of the pragma, and a label on it.
// graph:
//   tasks 3
//   1 -> 2 flow x
//   2 -> 3 flow y
#include <stdio.h>
#define TASK _Pragma("exg task")
int x, y, z;
int main(void) {
  _Pragma("unply trace") {
    TASK x = 1;
#pragma unply task
    y = x;
#pragma exg task
    z = y;
  }
  printf("%d\n", z);
}
