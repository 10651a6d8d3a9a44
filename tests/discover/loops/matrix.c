// Matrix products in each order of the loops, transposition, norms.
#include <stdio.h>
#include <string.h>

enum { N = 14 };
static double a[N][N], b[N][N], c[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < N; j++) { //@ doall
      a[i][j] = (i * 3 + j) % 11;
      b[i][j] = (i + j * 5) % 7;
      c[i][j] = 0;
    }
}

static void show(const char* name) {
  double s = 0;
  for (int i = 0; i < N; i++) //@ reduction reduction(+:s)
    for (int j = 0; j < N; j++) //@ reduction reduction(+:s)
      s += c[i][j] * (i + 2 * j);
  printf("%s %.10g\n", name, s);
  fill();
}

static void order_ijk(void) {
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < N; j++) //@ doall
      for (int k = 0; k < N; k++) //@ reduction reduction(+:c[i][j])
        c[i][j] += a[i][k] * b[k][j];
  show("order_ijk");
}

static void order_jik(void) {
  int i, j, k;
  for (j = 0; j < N; j++) //@ doall private(i,k)
    for (i = 0; i < N; i++) { //@ doall private(k)
      double sum = 0;
      for (k = 0; k < N; k++) sum += a[i][k] * b[k][j]; //@ reduction reduction(+:sum)
      c[i][j] = sum;
    }
  show("order_jik");
}

static void order_ikj(void) {
  for (int i = 0; i < N; i++) //@ doall
    for (int k = 0; k < N; k++) //@ reduction reduction(+:c)
      for (int j = 0; j < N; j++) //@ doall
        c[i][j] += a[i][k] * b[k][j];
  show("order_ikj");
}

static void order_jki(void) {
  for (int j = 0; j < N; j++) //@ doall
    for (int k = 0; k < N; k++) { //@ reduction reduction(+:c)
      double factor = b[k][j];
      for (int i = 0; i < N; i++) c[i][j] += a[i][k] * factor; //@ doall
    }
  show("order_jki");
}

static void order_kij(void) {
  for (int k = 0; k < N; k++) //@ reduction reduction(+:c)
    for (int i = 0; i < N; i++) //@ doall
      for (int j = 0; j < N; j++) //@ doall
        c[i][j] += a[i][k] * b[k][j];
  show("order_kij");
}

static void order_kji(void) {
  for (int k = 0; k < N; k++) //@ reduction reduction(+:c)
    for (int j = 0; j < N; j++) //@ doall
      for (int i = 0; i < N; i++) //@ doall
        c[i][j] += a[i][k] * b[k][j];
  show("order_kji");
}

static void blocked(void) {
  enum { B = 5 };
  for (int ii = 0; ii < N; ii += B) //@ doall
    for (int kk = 0; kk < N; kk += B) //@ reduction reduction(+:c)
      for (int i = ii; i < (ii + B < N ? ii + B : N); i++) //@ doall
        for (int k = kk; k < (kk + B < N ? kk + B : N); k++) //@ reduction reduction(+:c)
          for (int j = 0; j < N; j++) //@ doall
            c[i][j] += a[i][k] * b[k][j];
  show("blocked");
}

static void scalar_outside(void) {
  int i, j, k;
  double sum;
  for (i = 0; i < N; i++) { //@ doall private(j,k,sum)
    for (j = 0; j < N; j++) { //@ doall private(k,sum)
      sum = 0;
      for (k = 0; k < N; k++) //@ reduction reduction(+:sum)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
  show("scalar_outside");
}

static void transposed(void) {
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < N; j++) //@ doall
      c[j][i] = a[i][j];
  show("transposed");
}

static void transposed_in_place(void) {
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < i; j++) { //@ doall
      double t = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = t;
    }
  memcpy(c, a, sizeof c);
  show("transposed_in_place");
}

static void symmetric_copy(void) { // reads the lower triangle, writes the upper one
  for (int i = 0; i < N; i++) //@ doall
    for (int j = i + 1; j < N; j++) a[i][j] = a[j][i]; //@ doall
  memcpy(c, a, sizeof c);
  show("symmetric_copy");
}

static void vector_products(void) {
  double x[N], y[N], z[N];
  for (int i = 0; i < N; i++) x[i] = i % 4, z[i] = 0; //@ doall
  for (int i = 0; i < N; i++) { //@ doall
    y[i] = 0;
    for (int j = 0; j < N; j++) y[i] += a[i][j] * x[j]; //@ reduction reduction(+:y[i])
  }
  for (int i = 0; i < N; i++) //@ reduction reduction(+:z)
    for (int j = 0; j < N; j++) z[j] += a[i][j] * x[i]; //@ doall
  double dot = 0;
  for (int i = 0; i < N; i++) dot += y[i] * z[i]; //@ reduction reduction(+:dot)
  printf("vector_products %.10g\n", dot);
}

static void outer_product(void) {
  double u[N], v[N];
  for (int i = 0; i < N; i++) { //@ doall
    u[i] = i % 5;
    v[i] = i % 3 - 1;
  }
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < N; j++) //@ doall
      c[i][j] += u[i] * v[j];
  show("outer_product");
}

static void norms(void) {
  double frobenius = 0, largest_row = 0, trace = 0;
  for (int i = 0; i < N; i++) //@ reduction reduction(+:frobenius)
    for (int j = 0; j < N; j++) frobenius += a[i][j] * a[i][j]; //@ reduction reduction(+:frobenius)
  for (int i = 0; i < N; i++) { //@ reduction reduction(max:largest_row)
    double row = 0;
    for (int j = 0; j < N; j++) row += a[i][j]; //@ reduction reduction(+:row)
    if (row > largest_row) largest_row = row;
  }
  for (int i = 0; i < N; i++) trace += a[i][i]; //@ reduction reduction(+:trace)
  printf("norms %.10g %.10g %.10g\n", frobenius, largest_row, trace);
}

static void repeated(int times) { // every repetition writes the same matrix, which is used afterwards
  for (int r = 0; r < times; r++) //@ serial or doall lastprivate(c)
    for (int i = 0; i < N; i++) //@ doall
      for (int j = 0; j < N; j++) //@ doall
        c[i][j] = a[i][j] + b[i][j] * r;
  show("repeated");
}

static void power(int times) { // each step uses the vector of the step before
  double x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = 1; //@ doall
  for (int t = 0; t < times; t++) { //@ serial or doacross
    for (int i = 0; i < N; i++) { //@ doall
      y[i] = 0;
      for (int j = 0; j < N; j++) y[i] += a[i][j] * x[j]; //@ reduction reduction(+:y[i])
    }
    double largest = 0;
    for (int i = 0; i < N; i++) largest = y[i] > largest ? y[i] : largest; //@ reduction reduction(max:largest)
    for (int i = 0; i < N; i++) x[i] = (int)(y[i] * 64 / largest); //@ doall
  }
  printf("power %.6g %.6g\n", x[0], x[N - 1]);
}

int main(void) {
  fill();
  order_ijk();
  order_jik();
  order_ikj();
  order_jki();
  order_kij();
  order_kji();
  blocked();
  scalar_outside();
  transposed();
  transposed_in_place();
  symmetric_copy();
  vector_products();
  outer_product();
  norms();
  repeated(3);
  power(4);
}
