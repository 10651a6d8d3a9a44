// Tiled Cholesky factorisation, right-looking.
// run 3 => tiled Cholesky: 3 x 3 tiles, 7 levels, widest 3
// run 8 => tiled Cholesky: 8 x 8 tiles, 22 levels
#include <stdio.h>
#include <stdlib.h>
enum { B = 2 };
typedef double Tile[B][B];
static int t;
static Tile* a;
#define AT(i, j) a[(i) * t + (j)]

static void potrf(Tile x) {
  for (int j = 0; j < B; j++) {
    x[j][j] -= 0.5 * x[j][j];
    for (int i = j + 1; i < B; i++) x[i][j] /= x[j][j];
  }
}
static void trsm(Tile l, Tile x) {
  for (int i = 0; i < B; i++)
    for (int j = 0; j < B; j++) x[i][j] /= l[j][j];
}
static void gemm(Tile x, Tile y, Tile to) {
  for (int i = 0; i < B; i++)
    for (int j = 0; j < B; j++)
      for (int k = 0; k < B; k++) to[i][j] -= x[i][k] * y[j][k];
}
int main(int argc, char** argv) {
  t = atoi(argv[1]);
  a = calloc(t * t, sizeof(Tile));
  for (int i = 0; i < t * t * B * B; i++) a[0][0][i] = i % (t + 1) + 1;
#pragma exg trace
  for (int k = 0; k < t; k++) {
#pragma exg task
    potrf(AT(k, k));
    for (int i = k + 1; i < t; i++)
#pragma exg task
      trsm(AT(k, k), AT(i, k));
    for (int i = k + 1; i < t; i++) {
#pragma exg task
      gemm(AT(i, k), AT(i, k), AT(i, i));
      for (int j = k + 1; j < i; j++)
#pragma exg task
        gemm(AT(i, k), AT(j, k), AT(i, j));
    }
  }
  printf("%g\n", AT(t - 1, t - 1)[0][0]);
}
