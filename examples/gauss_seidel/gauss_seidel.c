/* A program without any mark: sweeps of the Gauss-Seidel method over a square grid. Which of its loops are the tasks is
 * said to the compiler:   unply cc -O2 -g --pool --tasks gauss_seidel.c:16 gauss_seidel.c */
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 512 };
static double u[kMost + 2][kMost + 2];

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4;
  const int sweeps = argc > 2 ? atoi(argv[2]) : 2;
  if (n < 1 || n > kMost) return fprintf(stderr, "gauss_seidel: from 1 to %d points, not %d\n", kMost, n), 2;
  for (int i = 0; i < n + 2; i++) u[0][i] = u[i][0] = i;

  for (int s = 0; s < sweeps; s++)
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++) u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]) / 4;

  double sum = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) sum += u[i][j];
  printf("gauss_seidel %d x %d, %d sweeps: sum %.12g\n", n, n, sweeps, sum);
}
