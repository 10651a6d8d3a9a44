// Elementwise maps: each iteration computes its own elements, whatever the arithmetic, the condition or the order.
#include <complex.h>
#include <math.h>
#include <stdio.h>

enum { N = 200 };
typedef struct {
  double x, y, mass;
} Body;

static double a[N], b[N], c[N];
static int flag[N];

static void fill(void) {
  for (int i = 0; i < N; i++) { //@ doall
    a[i] = i % 17;
    b[i] = i % 5 + 1;
    flag[i] = i % 3;
  }
}

static void show(const char* name, const double* x) {
  double s = 0;
  for (int i = 0; i < N; i++) s += x[i] * (i % 7 + 1); //@ reduction reduction(+:s)
  printf("%s %.6g\n", name, s);
}

static void add(void) {
  for (int i = 0; i < N; i++) c[i] = a[i] + b[i]; //@ doall
  show("add", c);
}

static void scale_in_place(double factor) {
  for (int i = 0; i < N; i++) a[i] *= factor; //@ doall
  show("scale_in_place", a);
}

static void axpy(double* y, const double* x, double alpha, int n) {
  for (int i = 0; i < n; ++i) y[i] += alpha * x[i]; //@ doall
}

static void conditional(void) {
  for (int i = 0; i < N; i++) { //@ doall
    if (flag[i] == 1)
      c[i] = a[i];
    else if (flag[i] == 2)
      c[i] = -b[i];
    else
      continue;
    c[i] += 0.5;
  }
  show("conditional", c);
}

static void switched(void) {
  for (int i = 0; i < N; i++) { //@ doall
    switch (flag[i]) {
    case 0: c[i] = 1; break;
    case 1: c[i] = a[i] * 2; break;
    default: c[i] = b[i];
    }
  }
  show("switched", c);
}

static void functions_of_math(void) {
  for (int i = 0; i < N; i++) c[i] = sqrt(a[i]) + fabs(sin(b[i])) + floor(a[i] / 3); //@ doall
  show("functions_of_math", c);
}

static void backwards(void) {
  for (int i = N - 1; i >= 0; i--) c[i] = a[N - 1 - i]; //@ doall
  show("backwards", c);
}

static void mirrored(void) {
  for (int i = 0, j = N - 1; i < j; i++, j--) { //@ doall ... or serial
    double t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  show("mirrored", a);
}

static void structures(void) {
  static Body bodies[N];
  for (int i = 0; i < N; i++) { //@ doall
    Body* p = &bodies[i];
    p->x = a[i];
    p->y = b[i];
    p->mass = p->x + p->y;
  }
  for (int i = 0; i < N; i++) { //@ doall
    Body copy = bodies[i];
    copy.x = copy.y;
    bodies[i] = copy;
  }
  double s = 0;
  for (int i = 0; i < N; i++) s += bodies[i].x * bodies[i].mass; //@ reduction reduction(+:s)
  printf("structures %.6g\n", s);
}

static void even_and_odd(void) {
  for (int i = 0; i < N / 2; i++) { //@ doall
    c[2 * i] = a[i];
    c[2 * i + 1] = b[i];
  }
  show("even_and_odd", c);
}

static void even_from_odd(void) { // no element that is read is written by another iteration
  for (int i = 0; i + 1 < N; i += 2) a[i] = a[i + 1] + 1; //@ doall or serial
  show("even_from_odd", a);
}

static void halves(void) { // reads the second half only, writes the first half only
  for (int i = 0; i < N / 2; i++) a[i] = a[i + N / 2] + 1; //@ doall or guarded
  show("halves", a);
}

static void complex_product(void) {
  double complex z[N], w = 2 + 3 * I;
  for (int i = 0; i < N; i++) z[i] = a[i] + b[i] * I; //@ doall
  for (int i = 0; i < N; i++) z[i] = z[i] * w; //@ doall
  double s = 0;
  for (int i = 0; i < N; i++) s += creal(z[i]) - cimag(z[i]); //@ reduction reduction(+:s)
  printf("complex_product %.6g\n", s);
}

static void two_loops(void) {
  for (int i = 0; i < N; i++) a[i] = b[i] * 2; //@ doall
  for (int i = 0; i < N; i++) b[i] = a[N - 1 - i]; //@ doall
  show("two_loops", b);
}

static void rows_of_a_table(void) {
  static int table[20][30];
  for (int i = 0; i < 20; i++) //@ doall
    for (int j = 0; j < 30; j++) //@ doall
      table[i][j] = i * j;
  for (int j = 0; j < 30; j++) //@ doall
    for (int i = 0; i < 20; i++) //@ doall
      table[i][j] += j;
  int s = 0;
  for (int i = 0; i < 20; i++) //@ reduction reduction(+:s)
    for (int j = 0; j < 30; j++) //@ reduction reduction(+:s)
      s += table[i][j] * (i + 1);
  printf("rows_of_a_table %d\n", s);
}

static void read_only_element(void) { // a[0] is read by all and written by none
  for (int i = 1; i < N; i++) a[i] = a[i] + a[0]; //@ doall
  show("read_only_element", a);
}

static void read_and_written_element(void) { // a[10] is read by all, and iteration 10 writes it
  for (int i = 0; i < N; i++) a[i] = a[i] + a[10] + 1; //@ serial
  show("read_and_written_element", a);
}

int main(void) {
  fill();
  add();
  scale_in_place(3);
  axpy(c, a, 2, N);
  show("axpy", c);
  conditional();
  switched();
  functions_of_math();
  backwards();
  mirrored();
  structures();
  even_and_odd();
  even_from_odd();
  halves();
  complex_product();
  two_loops();
  rows_of_a_table();
  read_only_element();
  read_and_written_element();
}
