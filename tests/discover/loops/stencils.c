// Stencils of one to three dimensions: out of place each sweep is parallel, in place it is a wavefront.
#include <stdio.h>

enum { N = 120, M = 24, L = 10 };

static double total(const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += (long)(x[i] * 1024); //@ reduction reduction(+:s)
  return s;
}

static void start(double* x, int n) {
  for (int i = 0; i < n; i++) x[i] = i * 37 % 101; //@ doall
}

static void jacobi_1d(void) {
  double u[N], v[N];
  int i, t;
  start(u, N);
  start(v, N);
  for (t = 0; t < 8; t++) { //@ serial or doacross
    for (i = 1; i < N - 1; i++) v[i] = (u[i - 1] + 2 * u[i] + u[i + 1]) / 4; //@ doall
    for (i = 1; i < N - 1; i++) u[i] = v[i]; //@ doall
  }
  printf("jacobi_1d %.6g\n", total(u, N));
}

static void jacobi_swapped(void) {
  double first[N], second[N], *u = first, *v = second;
  start(u, N);
  start(v, N);
  for (int t = 0; t < 7; t++) { //@ serial or doacross
    for (int i = 1; i < N - 1; i++) v[i] = (u[i - 1] + u[i + 1]) / 2; //@ doall
    double* w = u;
    u = v;
    v = w;
  }
  printf("jacobi_swapped %.6g\n", total(u, N));
}

static void jacobi_planes(void) { // the time step is an index of the array
  static double u[9][N];
  start(u[0], N);
  for (int t = 0; t < 8; t++) //@ serial or doacross
    for (int i = 0; i < N; i++) //@ doall
      u[t + 1][i] = (u[t][(i + N - 1) % N] + u[t][(i + 1) % N]) / 2;
  printf("jacobi_planes %.6g\n", total(u[8], N));
}

static void jacobi_2d(void) {
  static double u[M][M], v[M][M];
  start(&u[0][0], M * M);
  for (int t = 0; t < 4; t++) { //@ serial or doacross
    for (int i = 1; i < M - 1; i++) //@ doall
      for (int j = 1; j < M - 1; j++) //@ doall
        v[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
    for (int i = 1; i < M - 1; i++) //@ doall
      for (int j = 1; j < M - 1; j++) //@ doall
        u[i][j] = v[i][j];
  }
  printf("jacobi_2d %.6g\n", total(&u[0][0], M * M));
}

static void seidel_2d(void) {
  static double u[M][M];
  start(&u[0][0], M * M);
  for (int t = 0; t < 3; t++) //@ doacross or serial
    for (int i = 1; i < M - 1; i++) //@ doacross
      for (int j = 1; j < M - 1; j++) //@ doacross or serial
        u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]) / 4;
  printf("seidel_2d %.6g\n", total(&u[0][0], M * M));
}

static void red_black(void) {
  static double u[M][M];
  start(&u[0][0], M * M);
  for (int colour = 0; colour < 2; colour++) //@ serial or doacross
    for (int i = 1; i < M - 1; i++) //@ doall
      for (int j = 1 + (i + colour) % 2; j < M - 1; j += 2) //@ doall
        u[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
  printf("red_black %.6g\n", total(&u[0][0], M * M));
}

static void in_place_1d(void) {
  double u[N];
  start(u, N);
  for (int i = 1; i < N - 1; i++) u[i] = (u[i - 1] + u[i] + u[i + 1]) / 4; //@ serial or doacross
  printf("in_place_1d %.6g\n", total(u, N));
}

static void shift_left(void) { // anti dependences only
  double u[N];
  start(u, N);
  for (int i = 0; i < N - 1; i++) u[i] = u[i + 1] / 2; //@ serial or doacross
  printf("shift_left %.6g\n", total(u, N));
}

static void shift_right_backwards(void) { // anti dependences again
  double u[N];
  start(u, N);
  for (int i = N - 1; i > 0; i--) u[i] = u[i - 1]; //@ serial or doacross
  printf("shift_right_backwards %.6g\n", total(u, N));
}

static void out_of_place_3d(void) {
  static double u[L][L][L], v[L][L][L];
  start(&u[0][0][0], L * L * L);
  for (int i = 1; i < L - 1; i++) //@ doall
    for (int j = 1; j < L - 1; j++) //@ doall
      for (int k = 1; k < L - 1; k++) //@ doall
        v[i][j][k] = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1];
  printf("out_of_place_3d %.6g\n", total(&v[0][0][0], L * L * L));
}

static void in_place_3d(void) {
  static double u[L][L][L];
  start(&u[0][0][0], L * L * L);
  for (int i = 1; i < L; i++) //@ doacross
    for (int j = 1; j < L; j++) //@ doacross
      for (int k = 1; k < L; k++) //@ doacross or serial
        u[i][j][k] = (u[i - 1][j][k] + u[i][j - 1][k] + u[i][j][k - 1]) / 4;
  printf("in_place_3d %.6g\n", total(&u[0][0][0], L * L * L));
}

static void along_columns(void) { // the recurrence runs down each column, the columns are independent
  static double u[M][M];
  start(&u[0][0], M * M);
  for (int j = 0; j < M; j++) //@ doall
    for (int i = 1; i < M; i++) //@ serial or doacross
      u[i][j] = u[i - 1][j] / 2 + u[i][j];
  for (int i = 1; i < M; i++) //@ serial or doacross
    for (int j = 0; j < M; j++) //@ doall
      u[i][j] = u[i - 1][j] / 2 + u[i][j];
  printf("along_columns %.6g\n", total(&u[0][0], M * M));
}

static void diagonal(void) { // each iteration of i reads the row above, shifted: the row is parallel
  static double u[M][M];
  start(&u[0][0], M * M);
  for (int i = 1; i < M; i++) //@ serial or doacross
    for (int j = 1; j < M; j++) //@ doall
      u[i][j] = u[i - 1][j - 1] / 2 + 1;
  printf("diagonal %.6g\n", total(&u[0][0], M * M));
}

static void antidiagonals(void) { // a wavefront written by antidiagonals: the cells of one are independent
  static double u[M][M];
  start(&u[0][0], M * M);
  for (int d = 2; d <= 2 * (M - 1); d++) { //@ serial or doacross
    int from = d < M ? 1 : d - M + 1, to = d < M ? d - 1 : M - 1;
    for (int i = from; i <= to; i++) u[i][d - i] = (u[i - 1][d - i] + u[i][d - i - 1]) / 2; //@ doall
  }
  printf("antidiagonals %.6g\n", total(&u[0][0], M * M));
}

static void with_error(void) { // the sweep's largest change, as solvers compute it
  static double u[M][M], v[M][M];
  double error = 0, change;
  int i, j;
  start(&u[0][0], M * M);
  for (i = 1; i < M - 1; i++) { //@ reduction private(j,change) reduction(max:error)
    for (j = 1; j < M - 1; j++) { //@ reduction private(change) reduction(max:error)
      v[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
      change = v[i][j] - u[i][j];
      if (change < 0) change = -change;
      if (change > error) error = change;
    }
  }
  printf("with_error %.6g %.6g\n", error, total(&v[0][0], M * M));
}

int main(void) {
  jacobi_1d();
  jacobi_swapped();
  jacobi_planes();
  jacobi_2d();
  seidel_2d();
  red_black();
  in_place_1d();
  shift_left();
  shift_right_backwards();
  out_of_place_3d();
  in_place_3d();
  along_columns();
  diagonal();
  antidiagonals();
  with_error();
}
