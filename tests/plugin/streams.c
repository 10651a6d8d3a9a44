// Affine accesses of a loop become one call before it, in program order; -O0 too.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
extern int show_accesses;
int n = 6;
double u[8], v[8], w;
int main(void) {
  show_accesses = 1;
  int last = n;
  for (int i = 1; i < last; i++)
    v[i] = u[i - 1] + w;
  for (int i = 7; i >= 0; i--)
    v[i] = 1;
  return 0;
}
// CHECK: loop of 5
// CHECK-NEXT: stride 8 load 8 u[] line 11
// CHECK-NEXT: stride 0 load 8 w line 11
// CHECK-NEXT: stride 8 store 8 v[] line 11
// CHECK-NEXT: loop of 8
// CHECK-NEXT: stride -8 store 8 v[] line 13
// CHECK-NEXT: exit 0
