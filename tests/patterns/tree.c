// Numbers handed down a tree of three branches.
// run 4 => tree: 81 leaves, fan-out 3, depth 4
// run 1 => broadcast: 1 task, then 3 that use its result
#include <stdio.h>
#include <stdlib.h>
static double value[1 << 12];
static void descend(int node, int depth) {
#pragma exg task
  for (int child = 1; child <= 3; child++) value[3 * node + child] = value[node] + child;
  for (int child = 1; depth > 0 && child <= 3; child++) descend(3 * node + child, depth - 1);
}
int main(int argc, char** argv) {
#pragma exg trace
  descend(0, atoi(argv[1]));
  printf("%g\n", value[7]);
}
