// An integral by halving: split tasks pass on the bounds, leaves compute, joins add.
// run 4 => divide and conquer: 2 ways, 4 deep, 16 leaves
// run 7 => divide and conquer: 2 ways, 7 deep, 128 leaves
#include <stdio.h>
#include <stdlib.h>
static double low[1 << 10], high[1 << 10], area[1 << 10];
static void integrate(int node, int depth) {
  if (depth == 0) {
#pragma exg task
    area[node] = (high[node] - low[node]) * (low[node] * low[node] + high[node] * high[node]) / 2;
    return;
  }
#pragma exg task
  {
    double middle = (low[node] + high[node]) / 2;
    low[2 * node] = low[node], high[2 * node] = middle;
    low[2 * node + 1] = middle, high[2 * node + 1] = high[node];
  }
  integrate(2 * node, depth - 1);
  integrate(2 * node + 1, depth - 1);
#pragma exg task
  area[node] = area[2 * node] + area[2 * node + 1];
}
int main(int argc, char** argv) {
  high[1] = 1;
#pragma exg trace
  integrate(1, atoi(argv[1]));
  printf("%g\n", area[1]);
}
