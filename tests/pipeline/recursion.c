// Recursive tasks: the sum needs both halves, so each call gets an extension after its two tasks. The node that a task
// passes to the ones inside is a dependence too.
// graph:
//   tasks 8
//   1 -> 2 flow
//   1 -> 3 flow
//   1 -> 4 extension
//   2 -> 4 flow
//   3 -> 4 flow
//   5 -> 6 flow
//   5 -> 7 flow
//   5 -> 8 extension
//   6 -> 8 flow
//   7 -> 8 flow
#include <stdio.h>
int leaf[4] = {1, 2, 3, 4}, partial[8];
static void sum(int node, int depth) {
  if (depth == 0) {
    partial[node] = leaf[node & 3];
    return;
  }
#pragma exg task
  sum(2 * node, depth - 1);
#pragma exg task
  sum(2 * node + 1, depth - 1);
  partial[node] = partial[2 * node] + partial[2 * node + 1];
}
int main(void) {
#pragma exg trace
  sum(1, 2);
  printf("%d\n", partial[1]);
}
