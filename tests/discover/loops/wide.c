// Bodies with more accesses than most have: up to kUnplyNestRows (128) of them are taken as streams, and more than that one by one.
#include <stdio.h>

enum { N = 12 };

static double u[5][N][N][N], v[5][N][N][N], out[N][N][N], last[N][N][N];

#define CROSS(f, i, j, k) \
  (f[i][j][k] + f[i + 1][j][k] + f[i - 1][j][k] + f[i][j + 1][k] + f[i][j - 1][k] + f[i][j][k + 1] + f[i][j][k - 1])
#define ALL(f, i, j, k) \
  (CROSS(f[0], i, j, k) * 0.5 + CROSS(f[1], i, j, k) * 0.25 + CROSS(f[2], i, j, k) * 0.125 + CROSS(f[3], i, j, k) - CROSS(f[4], i, j, k))
#define ROW(f, i, j, k) (f[0][i][j][k] + f[1][i][j][k] + f[2][i][j][k] + f[3][i][j][k] + f[4][i][j][k])
#define BLOCK(f, i, j, k) \
  (ROW(f, i - 1, j - 1, k) - ROW(f, i - 1, j + 1, k) + ROW(f, i + 1, j - 1, k) - ROW(f, i + 1, j + 1, k))

static void fill(void) {
  for (int m = 0; m < 5; m++) //@ doall
    for (int i = 0; i < N; i++) //@ doall
      for (int j = 0; j < N; j++) //@ doall
        for (int k = 0; k < N; k++) { //@ doall
          u[m][i][j][k] = (m * 7 + i * 5 + j * 3 + k) % 11;
          v[m][i][j][k] = (m * 3 + i * 2 + j * 7 + k) % 13;
        }
}

static void seventy(void) { // loads of one nest
  for (int i = 1; i < N - 1; i++) //@ doall
    for (int j = 1; j < N - 1; j++) //@ doall
      for (int k = 1; k < N - 1; k++) //@ doall
        out[i][j][k] = ALL(u, i, j, k) - ALL(v, i, j, k);
}

static void hundreds(void) { // loads, more than there are rows
  for (int i = 1; i < N - 1; i++) //@ doall
    for (int j = 1; j < N - 1; j++) //@ doall
      for (int k = 1; k < N - 1; k++) //@ doall
        last[i][j][k] = ALL(u, i, j, k) + ALL(v, i, j, k) + BLOCK(u, i, j, k) - BLOCK(v, i, j, k) + BLOCK(u, i, j, k - 1) - BLOCK(v, i, j, k + 1);
}

static void seventy_in_order(void) {
  for (int i = 1; i < N - 1; i++) //@ doall
    for (int j = 1; j < N - 1; j++) //@ doall
      for (int k = 1; k < N - 1; k++) //@ serial
        out[i][j][k] = out[i][j][k - 1] * 0.5 + ALL(u, i, j, k) - ALL(v, i, j, k);
}

static void hundreds_in_order(void) {
  for (int i = 1; i < N - 1; i++) //@ serial
    for (int j = 1; j < N - 1; j++) //@ doall
      for (int k = 1; k < N - 1; k++) //@ doall
        last[i][j][k] = last[i - 1][j][k] * 0.5 + ALL(u, i, j, k) + ALL(v, i, j, k) + BLOCK(u, i, j, k) - BLOCK(v, i, j, k) + BLOCK(u, i, j, k - 1) - BLOCK(v, i, j, k + 1);
}

static double sum(const double *of, int count) {
  double all = 0;
  for (int i = 0; i < count; i++) all += of[i] * (i % 5); //@ reduction reduction(+: all)
  return all;
}

int main(void) {
  fill();
  seventy();
  hundreds();
  printf("%g %g\n", sum(&out[0][0][0], N * N * N), sum(&last[0][0][0], N * N * N));
  seventy_in_order();
  hundreds_in_order();
  printf("%g %g\n", sum(&out[0][0][0], N * N * N), sum(&last[0][0][0], N * N * N));
}
