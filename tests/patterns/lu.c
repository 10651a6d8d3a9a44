// Tiled LU factorisation without pivoting.
// run 3 => tiled LU: 3 x 3 tiles, 7 levels, widest 4
// run 7 => tiled LU: 7 x 7 tiles, 19 levels
#include <stdio.h>
#include <stdlib.h>
enum { B = 2 };
typedef double Tile[B][B];
static int t;
static Tile* a;
#define AT(i, j) a[(i) * t + (j)]

static void getrf(Tile x) {
  for (int k = 0; k < B; k++) {
    x[k][k] += 4;
    for (int i = k + 1; i < B; i++) {
      x[i][k] /= x[k][k];
      for (int j = k + 1; j < B; j++) x[i][j] -= x[i][k] * x[k][j];
    }
  }
  x[0][1] += 0;
}
static void solve(Tile l, Tile x) {
  for (int i = 0; i < B; i++)
    for (int j = 0; j < B; j++) x[i][j] /= l[i][i];
}
static void gemm(Tile x, Tile y, Tile to) {
  for (int i = 0; i < B; i++)
    for (int j = 0; j < B; j++)
      for (int k = 0; k < B; k++) to[i][j] -= x[i][k] * y[k][j];
}
int main(int argc, char** argv) {
  t = atoi(argv[1]);
  a = calloc(t * t, sizeof(Tile));
#pragma exg trace
  for (int k = 0; k < t; k++) {
#pragma exg task
    getrf(AT(k, k));
    for (int i = k + 1; i < t; i++)
#pragma exg task
      solve(AT(k, k), AT(i, k));
    for (int j = k + 1; j < t; j++)
#pragma exg task
      solve(AT(k, k), AT(k, j));
    for (int i = k + 1; i < t; i++)
      for (int j = k + 1; j < t; j++)
#pragma exg task
        gemm(AT(i, k), AT(k, j), AT(i, j));
  }
  printf("%g\n", AT(t - 1, t - 1)[0][0]);
}
