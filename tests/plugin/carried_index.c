// A loop index is copied into the task: no access inside the task, unless the task is nested in another one.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O1 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: %run_cc -O3 %s | %filecheck
#include <stdio.h>
extern int show_accesses;
int out[4];
__attribute__((noinline)) static void rows(int n) {
  for (int i = 0; i < n; i++)
#pragma exg task
    out[i] = 1;
}
int main(void) {
  show_accesses = 1;
  rows(1);
#pragma exg task outer
  rows(1);
  return 0;
}
// CHECK: task 1 line 11
// CHECK-NEXT: store 4 out[] line 12
// CHECK-NEXT: end 1
// CHECK: task 1 line 17
// CHECK: store 4 i line 10
// CHECK: task 2 line 11
// CHECK-NEXT: load 4 i line 12
// CHECK-NEXT: store 4 out[] line 12
// CHECK-NEXT: end 2
