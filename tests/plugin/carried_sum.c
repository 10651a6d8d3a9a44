// A sum carried from task to task in a register is a dependence at every level: its accesses are recorded.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O1 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: %run_cc -O3 %s | %filecheck
#include <stdio.h>
extern int show_accesses;
__attribute__((noinline)) static double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
#pragma exg task
    s += a[i];
  return s;
}
int main(void) {
  double a[] = {1, 2};
  show_accesses = 1;
  return (int)sum(a, 2);
}
// CHECK: store 8 s line 9
// CHECK: task 1
// CHECK-DAG: load 8 a[] line 12
// CHECK-DAG: load 8 s line 12
// CHECK: store 8 s line 12
// CHECK: end 1
// CHECK: task 1
// CHECK-DAG: load 8 s line 12
// CHECK: store 8 s line 12
// CHECK: end 1
// CHECK: load 8 s line 13
