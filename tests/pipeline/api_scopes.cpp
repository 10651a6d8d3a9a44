// The C++ scopes of annotate.h end with their block, by exception too.
// graph:
//   tasks 4
//   1 -> 2 flow x
//   2 -> 3 flow x
//   3 -> 4 flow x
//   1 -> 2 output
//   2 -> 3 output
//   3 -> 4 output
#include <cstdio>
#include <unply/annotate.h>
int x;
static void step(int i) {
  unply::TaskRegion task("step");
  x += i;
  if (i == 1) throw 1;
  if (i == 2) return;
  x += 100;
}
int main() {
  unply::TraceRegion trace("steps");
  for (int i = 0; i < 4; i++) {
    try {
      step(i);
    } catch (int) {}
  }
  printf("%d\n", x);
}
