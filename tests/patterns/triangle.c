// Longest palindromic subsequence: an interval from the two just inside it and the one inside both.
// run 6 => triangular wavefront: a triangle of 6 with diagonals, from the long side to the corner
// run 40 => triangular wavefront: a triangle of 40 with diagonals, from the long side to the corner
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  int* best = calloc(n * n, sizeof(int));
#pragma exg trace
  for (int i = n - 1; i >= 0; i--)
    for (int j = i; j < n; j++)
#pragma exg task
    {
      int in = j > i + 1 ? best[(i + 1) * n + j - 1] : 0, left = j > i ? best[i * n + j - 1] : 0;
      int right = j > i ? best[(i + 1) * n + j] : 0;
      in += i == j ? 1 : i % 3 == j % 3 ? 2 : 0;
      best[i * n + j] = in > left && in > right ? in : left > right ? left : right;
    }
  printf("%d\n", best[n - 1]);
}
