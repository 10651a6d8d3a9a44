/* A = L L^T in place, by blocks whose order depend clauses give. With n blocks in a row: n factorisations, n (n - 1) / 2
 * solutions, as many updates of the diagonal, n (n - 1) (n - 2) / 6 of the rest; the longest chain has 3 n - 2 tasks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSide = 16 }; /* of a block */
typedef double Block[kSide][kSide];

static void factorise(Block a) {
  for (int j = 0; j < kSide; ++j) {
    for (int k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = sqrt(a[j][j]);
    for (int i = j + 1; i < kSide; ++i) {
      for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
}
static void solve(Block l, Block a) {
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) {
      for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * l[j][k];
      a[i][j] /= l[j][j];
    }
}
static void update(Block x, Block y, Block a) {
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j)
      for (int k = 0; k < kSide; ++k) a[i][j] -= x[i][k] * y[j][k];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  Block *a = calloc((size_t)n * n, sizeof(Block));
#define AT(i, j) a[(i) * n + (j)]
  for (int i = 0; i < n * kSide; ++i) /* diagonally dominant, so positive definite */
    for (int j = 0; j < n * kSide; ++j)
      AT(i / kSide, j / kSide)[i % kSide][j % kSide] = i == j ? n * kSide : 1.0 / (1 + abs(i - j));
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < n; ++k) {
#pragma omp task depend(inout : AT(k, k))
    factorise(AT(k, k));
    for (int i = k + 1; i < n; ++i) {
#pragma omp task depend(in : AT(k, k)) depend(inout : AT(i, k))
      solve(AT(k, k), AT(i, k));
    }
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j <= i; ++j) {
#pragma omp task depend(in : AT(i, k), AT(j, k)) depend(inout : AT(i, j))
        update(AT(i, k), AT(j, k), AT(i, j));
      }
  }
  printf("%.6f\n", AT(n - 1, n - 1)[kSide - 1][kSide - 1]);
  return 0;
}
