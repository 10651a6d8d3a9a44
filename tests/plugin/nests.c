// All loops of a nest become one call before it, where all accesses in it are affine; -O0 too.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: env UNPLY_NO_SHORTCUTS=nests %run_cc -O1 %s | %filecheck --check-prefix=LOOPS
extern int show_accesses;
int n = 5, none = 0;
double a[8][8], b[8][8], c[8][8], v[8];
int to[8];
__attribute__((noinline)) void product(int last) {
  for (int i = 0; i < last; i++)
    for (int k = 0; k < last; k++)
      for (int j = 0; j < last; j++)
        c[i][j] += a[i][k] * b[k][j];
}
// A bound that is 0 for the inner loop alone: the outer one has accesses all the same.
__attribute__((noinline)) void sums(int rows, int columns) {
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < columns; j++)
      sum += a[i][j];
    v[i] = sum;
  }
}
// The inner loop is longer each time, and an index is read from memory: no nests.
__attribute__((noinline)) void triangle(int last) {
  for (int i = 1; i < last; i++)
    for (int j = 0; j < 4 * i; j++)
      v[j & 7] = b[0][j];
}
int main(void) {
  show_accesses = 1;
  int rows = n, columns = none;
  product(rows);
  sums(rows, rows);
  sums(rows, columns);
  triangle(3);
  return 0;
}
// CHECK: nest of 5 5 5
// CHECK-DAG: level 0 strides 8 0 64 load 8 c[] line {{12|13}}
// CHECK-DAG: level 0 strides 0 8 64 load 8 a[] line 13
// CHECK-DAG: level 0 strides 8 64 0 load 8 b[] line 13
// CHECK-DAG: level 0 strides 8 0 64 store 8 c[] line 13
// CHECK: nest of 5 5
// CHECK-NEXT: level 0 strides 8 64 load 8 a[] line 20
// CHECK-NEXT: level 1 strides 0 8 store 8 v[] line 21
// CHECK: nest of 0 5
// CHECK-NEXT: level 0
// CHECK-NEXT: level 1
// CHECK-NOT: nest of
// CHECK: exit 0
// LOOPS-NOT: nest of
// LOOPS-COUNT-30: loop of
// LOOPS: exit 0
