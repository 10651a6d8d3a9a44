// An exception that leaves a task ends it: what follows is not nested in it.
// graph:
//   tasks 4
//   1 -> 2 flow total
//   2 -> 3 flow total
//   3 -> 4 flow total
//   1 -> 2 output
//   2 -> 3 output
//   3 -> 4 output
#include <cstdio>
int total;
__attribute__((noinline)) static void deep(int i) {
  total += i;
  if (i % 2) throw i;
}
int main() {
#pragma exg trace
  for (int i = 0; i < 4; i++) {
    try {
#pragma exg task
      deep(i);
    } catch (int caught) { printf("caught %d\n", caught); }
  }
  printf("%d\n", total);
}
