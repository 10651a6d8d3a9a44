// Divide and conquer: a task for each call, 2^(n + 1) - 2 of them in a tree of n levels, and their sums back up.
#include <stdio.h>
#include <stdlib.h>
static long partial[1 << 20];
static void sum(long node, int depth) {
  partial[node] = node;
  if (depth == 0) return;
#pragma exg task
  sum(2 * node, depth - 1);
#pragma exg task
  sum(2 * node + 1, depth - 1);
  partial[node] = partial[2 * node] + partial[2 * node + 1];
}
int main(int argc, char** argv) {
#pragma exg trace
  sum(1, argc > 1 ? atoi(argv[1]) : 3);
  printf("%ld\n", partial[1]);
  return 0;
}
