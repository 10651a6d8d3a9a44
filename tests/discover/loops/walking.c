// Pointers that walk along arrays: each iteration has its own element, and no directive, since the pointer goes on from
// the iteration before.
#include <stdio.h>
#include <stdlib.h>

static void scaled(double *w, const double *r, int n) {
  for (int i = 0; i < n; i++) *w++ = *r++ * 2; //@ doall
}

static void added(double *w, const double *r, int n) {
  for (int i = 0; i < n; i++) { //@ doall
    *w += *r * 3;
    w++;
    r += 2;
  }
}

static void doubled(double *w, int n) {
  for (int i = 0; i < n; i++) *w++ *= 2; //@ doall
}

static double total(const double *r, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += *r++; //@ reduction reduction(+:sum)
  return sum;
}

// Each element needs the one before.
static void summed(double *w, int n) {
  for (int i = 1; i < n; i++) { //@ serial
    w++;
    *w = *w / 2 + w[-1];
  }
}

// The step depends on the data.
static int packed(double *w, const double *r, int n) {
  double *first = w;
  for (int i = 0; i < n; i++) //@ serial
    if (r[i] > 20) *w++ = r[i];
  return (int)(w - first);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4000;
  double *a = malloc(sizeof *a * (size_t)n * 2), *b = malloc(sizeof *b * (size_t)n * 2);
  for (int i = 0; i < 2 * n; i++) a[i] = i % 37, b[i] = i % 11; //@ doall
  scaled(a, b, n);
  added(a, b, n);
  doubled(b, n);
  summed(a, n);
  const int kept = packed(b, a, n);
  printf("%.6g %.6g %d\n", total(a, n), total(b, n), kept);
  free(a);
  free(b);
}
