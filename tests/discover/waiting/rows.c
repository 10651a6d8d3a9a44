// Loops whose iterations must wait for earlier ones, with enough work in each that waiting pays: those with
// a label get a patch.
#include <math.h>
#include <stdio.h>

enum { M = 60, N = 400, WORK = 600 };
static double u[M][M], a[N], b[M][M];
static int h[M + 1][M + 1];

static double heavy(double x) {
  for (int k = 0; k < WORK; k++) x = x * 0.999 + sin(x) / 1000;
  return x;
}

static void seidel(void) { // a sweep reads what it has written and what it will write: how far that is, is not known
  for (int i = 1; i < M - 1; i++)
    for (int j = 1; j < M - 1; j++) u[i][j] = heavy((u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]) / 4);
}

static void alignment(void) {
  int i, j;
  for (i = 1; i <= M; i++) { //@ ordered
    for (j = 1; j <= M; j++) {
      int v = h[i - 1][j - 1] + (i * 7 % 4 == j * j % 4 ? 3 : -2) + (int)heavy(i + j) % 2;
      v = v > h[i - 1][j] - 1 ? v : h[i - 1][j] - 1;
      v = v > h[i][j - 1] - 1 ? v : h[i][j - 1] - 1;
      h[i][j] = v > 0 ? v : 0;
    }
  }
}

static void ahead(void) { // a row needs two elements more of the row before: a wait that clang does not end
  for (int i = 1; i < M; i++)
    for (int j = 1; j < M - 2; j++) {
      b[i][j] = heavy(b[i - 1][j + 2] + b[i][j - 1] + b[i - 1][j]);
    }
}

static void backwards(void) { // every second row, from behind
  for (int i = M - 3; i >= 0; i -= 2) //@ ordered
    for (int j = M - 3; j >= 0; j -= 2) b[i][j] = heavy(b[i + 2][j] + b[i][j + 2]);
}

static void four_at_once(void) {
  for (int i = 4; i < N; i++) { //@ ordered
    a[i] = heavy(a[i - 4] + i);
  }
}

static void mirrored(void) { // a row needs all of the row before
  for (int i = 1; i < M; i++)
    for (int j = 1; j < M; j++) u[i][j] = heavy(u[i - 1][M - j] + u[i][j - 1]);
}

static double total(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * (1 + i % 7);
  return sum;
}

int main(void) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++) u[i][j] = b[i][j] = (i * 5 + j * 3) % 11;
  seidel();
  alignment();
  ahead();
  backwards();
  four_at_once();
  printf("%.15g %.15g %.15g\n", total(&u[0][0], M * M), total(&b[0][0], M * M), total(a, N));
  mirrored();
  int best = 0;
  for (int i = 1; i <= M; i++) best += h[i][M];
  printf("%.15g %d\n", total(&u[0][0], M * M), best);
  return 0;
}
