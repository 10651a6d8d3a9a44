// Directives that stand in the source already and were off when the program was compiled: no second one comes before
// the same loop, whatever is between the directive and the loop.
#include <stdio.h>

enum { N = 40 };

static void condition_and_comment(void) {
  int a[N], s = 0;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  // the comment is the loop's
  for (int i = 0; i < N; i++) a[i] = i * i % 17; //@ doall
#pragma omp parallel for reduction(+ : s)

  /* This one has
     two lines. */
  for (int i = 0; i < N; i++) s += a[i]; //@ reduction reduction(+:s)
  printf("condition_and_comment %d\n", s);
}

static void several_lines(void) {
  int a[N], s = 0;
#pragma omp parallel for \
    schedule(static)
  for (int i = 0; i < N; i++) a[i] = i * i % 19; //@ doall
  for (int i = 0; i < N; i++) s += a[i]; //@ reduction reduction(+:s)
  printf("several_lines %d\n", s);
}

static void of_two_heads(void) {
  int a[N], i, s = 0;
#pragma omp parallel for
#ifdef SHORT
  for (i = 0; i < 3; i++)
#else
  for (i = 0; i < N; i++) //@ doall
#endif
    a[i] = i * i % 23;
  for (i = 0; i < N; i++) s += a[i]; //@ reduction reduction(+:s)
  printf("of_two_heads %d\n", s);
}

static int table[N][N][4];

static void of_nests(void) { // a directive that takes two loops, and one that allows none inside
  long s = 0;
#pragma omp parallel for schedule(static) \
    collapse(2)
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < N; j++) //@ doall
      for (int k = 0; k < 4; k++) table[i][j][k] = (i * j + k) % 13; //@ doall
#pragma omp simd
  for (int i = 0; i < N; i++) //@ doall
    for (int j = 0; j < N; j++) table[i][j][0]++; //@ doall
  for (int i = 0; i < N; i++) //@ reduction reduction(+:s)
#pragma omp simd reduction(+ : s)
    for (int j = 0; j < N; j++) s += table[i][j][3]; //@ reduction reduction(+:s)
  printf("of_nests %ld %d\n", s, table[5][6][0]);
}

int main(void) {
  condition_and_comment();
  several_lines();
  of_two_heads();
  of_nests();
}
