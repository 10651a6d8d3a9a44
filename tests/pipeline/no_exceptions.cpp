// Without exceptions and without run-time type information.
// flags: -fno-exceptions -fno-rtti
// graph:
//   tasks 2
//   1 -> 2 flow x
#include <cstdio>
int x, y;
int main() {
#pragma exg trace
  {
#pragma exg task
    x = 1;
#pragma exg task
    y = x;
  }
  printf("%d\n", y);
}
