// Factorisations and solvers of dense systems: of LU's three loops only the two of the update are parallel.
#include <math.h>
#include <stdio.h>

enum { N = 16 };
static double a[N][N], x[N], b[N];

static void start(void) {
  int i, j;
  for (i = 0; i < N; i++) { //@ doall private(j)
    b[i] = i % 5 + 1;
    x[i] = 0;
    for (j = 0; j < N; j++) //@ doall
      a[i][j] = i == j ? 4 * N : (i * j) % 7 + 1;
  }
}

static void show(const char* name, const double* v, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += v[i] * (i % 3 + 1); //@ reduction reduction(+:s)
  printf("%s %.6g\n", name, s);
}

static void lu(void) {
  start();
  for (int k = 0; k < N; k++) //@ serial or doacross
    for (int i = k + 1; i < N; i++) { //@ doall
      double factor = a[i][k] / a[k][k];
      a[i][k] = factor;
      for (int j = k + 1; j < N; j++) a[i][j] -= factor * a[k][j]; //@ doall
    }
  show("lu", &a[0][0], N * N);
}

static void lu_in_two_parts(void) {
  int i, j, k;
  start();
  for (k = 0; k < N - 1; k++) { //@ serial or doacross or pipeline
    for (i = k + 1; i < N; i++) a[i][k] /= a[k][k]; //@ doall
    for (j = k + 1; j < N; j++) //@ doall private(i)
      for (i = k + 1; i < N; i++) //@ doall
        a[i][j] -= a[i][k] * a[k][j];
  }
  show("lu_in_two_parts", &a[0][0], N * N);
}

static void lu_left_looking(void) { // Crout: each column needs the ones before it
  start();
  for (int j = 0; j < N; j++) { //@ serial or doacross or pipeline
    for (int i = j; i < N; i++) { //@ doall
      double sum = 0;
      for (int k = 0; k < j; k++) sum += a[i][k] * a[k][j]; //@ reduction reduction(+:sum)
      a[i][j] -= sum;
    }
    for (int i = j + 1; i < N; i++) { //@ doall
      double sum = 0;
      for (int k = 0; k < j; k++) sum += a[j][k] * a[k][i]; //@ reduction reduction(+:sum)
      a[j][i] = (a[j][i] - sum) / a[j][j];
    }
  }
  show("lu_left_looking", &a[0][0], N * N);
}

static void pivoting(void) {
  start();
  for (int i = 0; i < N; i++) a[i][(i + 5) % N] += 100; //@ doall
  for (int i = 0; i < N; i++) a[i][i] = i % 3; //@ doall
  for (int k = 0; k < N; k++) { //@ serial or doacross or pipeline
    int row = k;
    double best = fabs(a[k][k]);
    for (int i = k + 1; i < N; i++) //@ reduction ... or serial
      if (fabs(a[i][k]) > best) {
        best = fabs(a[i][k]);
        row = i;
      }
    if (row != k)
      for (int j = 0; j < N; j++) { //@ doall
        double t = a[k][j];
        a[k][j] = a[row][j];
        a[row][j] = t;
      }
    for (int i = k + 1; i < N; i++) { //@ doall
      double factor = a[i][k] / a[k][k];
      for (int j = k; j < N; j++) a[i][j] -= factor * a[k][j]; //@ doall
    }
  }
  show("pivoting", &a[0][0], N * N);
}

static void cholesky_left(void) {
  start();
  for (int j = 0; j < N; j++) { //@ serial or doacross or pipeline
    double d = a[j][j];
    for (int k = 0; k < j; k++) d -= a[j][k] * a[j][k]; //@ reduction reduction(+:d)
    a[j][j] = sqrt(d);
    for (int i = j + 1; i < N; i++) { //@ doall
      double s = a[i][j];
      for (int k = 0; k < j; k++) s -= a[i][k] * a[j][k]; //@ reduction reduction(+:s)
      a[i][j] = s / a[j][j];
    }
  }
  show("cholesky_left", &a[0][0], N * N);
}

static void cholesky_right(void) {
  start();
  for (int k = 0; k < N; k++) { //@ serial or doacross or pipeline
    a[k][k] = sqrt(a[k][k]);
    for (int i = k + 1; i < N; i++) a[i][k] /= a[k][k]; //@ doall
    for (int j = k + 1; j < N; j++) //@ doall
      for (int i = j; i < N; i++) //@ doall
        a[i][j] -= a[i][k] * a[j][k];
  }
  show("cholesky_right", &a[0][0], N * N);
}

static void forward_by_rows(void) {
  start();
  for (int i = 0; i < N; i++) { //@ serial or doacross
    double s = b[i];
    for (int j = 0; j < i; j++) s -= a[i][j] * x[j]; //@ reduction reduction(+:s)
    x[i] = s / a[i][i];
  }
  show("forward_by_rows", x, N);
}

static void forward_by_columns(void) {
  start();
  for (int j = 0; j < N; j++) { //@ serial or doacross or pipeline
    b[j] /= a[j][j];
    for (int i = j + 1; i < N; i++) b[i] -= a[i][j] * b[j]; //@ doall
  }
  show("forward_by_columns", b, N);
}

static void backward(void) {
  int i, j;
  double s;
  start();
  for (i = N - 1; i >= 0; i--) { //@ serial or doacross
    s = b[i];
    for (j = i + 1; j < N; j++) s -= a[i][j] * x[j]; //@ reduction reduction(+:s)
    x[i] = s / a[i][i];
  }
  show("backward", x, N);
}

static void many_right_hand_sides(void) {
  static double y[12][N];
  start();
  for (int r = 0; r < 12; r++) //@ doall
    for (int i = 0; i < N; i++) { //@ serial or doacross
      double s = b[i] + r;
      for (int j = 0; j < i; j++) s -= a[i][j] * y[r][j]; //@ reduction reduction(+:s)
      y[r][i] = s / a[i][i];
    }
  show("many_right_hand_sides", &y[0][0], 12 * N);
}

static void gauss_jordan(void) {
  start();
  for (int k = 0; k < N; k++) { //@ serial or doacross or pipeline
    double pivot = a[k][k];
    for (int j = 0; j < N; j++) a[k][j] /= pivot; //@ doall
    for (int i = 0; i < N; i++) { //@ doall
      if (i == k) continue;
      double factor = a[i][k];
      for (int j = 0; j < N; j++) a[i][j] -= factor * a[k][j]; //@ doall
    }
  }
  show("gauss_jordan", &a[0][0], N * N);
}

static void divide_row_by_itself(void) { // the divisor changes on the way
  start();
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < N; j++) //@ serial
      a[i][j] /= a[i][2];
  show("divide_row_by_itself", &a[0][0], N * N);
}

static void gram_schmidt(void) {
  start();
  for (int k = 0; k < N; k++) { //@ serial or doacross or pipeline
    double norm = 0;
    for (int j = 0; j < N; j++) norm += (long)(a[k][j] * a[k][j]); //@ reduction reduction(+:norm)
    for (int i = k + 1; i < N; i++) { //@ doall
      double dot = 0;
      for (int j = 0; j < N; j++) dot += (long)(a[k][j] * a[i][j]); //@ reduction reduction(+:dot)
      for (int j = 0; j < N; j++) a[i][j] -= dot / norm * a[k][j]; //@ doall
    }
  }
  show("gram_schmidt", &a[0][0], N * N);
}

static void tridiagonal(void) { // Thomas: both sweeps are recurrences
  double lower[N], main_[N], upper[N];
  start();
  for (int i = 0; i < N; i++) { //@ doall
    lower[i] = upper[i] = 1;
    main_[i] = 4;
  }
  for (int i = 1; i < N; i++) { //@ serial or doacross
    double w = lower[i] / main_[i - 1];
    main_[i] -= w * upper[i - 1];
    b[i] -= w * b[i - 1];
  }
  x[N - 1] = b[N - 1] / main_[N - 1];
  for (int i = N - 2; i >= 0; i--) x[i] = (b[i] - upper[i] * x[i + 1]) / main_[i]; //@ serial or doacross
  show("tridiagonal", x, N);
}

static void jacobi_solver(void) {
  double y[N], change;
  int i, j, t;
  start();
  for (t = 0; t < 6; t++) { //@ serial or doacross
    for (i = 0; i < N; i++) { //@ doall private(j)
      y[i] = b[i];
      for (j = 0; j < N; j++) //@ reduction reduction(+:y[i])
        if (j != i) y[i] -= a[i][j] * x[j];
    }
    change = 0;
    for (i = 0; i < N; i++) { //@ reduction reduction(max:change)
      change = fmax(change, fabs(y[i] / a[i][i] - x[i]));
      x[i] = y[i] / a[i][i];
    }
  }
  printf("change %.4g\n", change);
  show("jacobi_solver", x, N);
}

static void gauss_seidel_solver(void) {
  start();
  for (int t = 0; t < 5; t++) //@ serial or doacross
    for (int i = 0; i < N; i++) { //@ serial or doacross
      double s = b[i];
      for (int j = 0; j < N; j++) //@ reduction reduction(+:s)
        if (j != i) s -= a[i][j] * x[j];
      x[i] = s / a[i][i];
    }
  show("gauss_seidel_solver", x, N);
}

int main(void) {
  lu();
  lu_in_two_parts();
  lu_left_looking();
  pivoting();
  cholesky_left();
  cholesky_right();
  forward_by_rows();
  forward_by_columns();
  backward();
  many_right_hand_sides();
  gauss_jordan();
  divide_row_by_itself();
  gram_schmidt();
  tridiagonal();
  jacobi_solver();
  gauss_seidel_solver();
}
