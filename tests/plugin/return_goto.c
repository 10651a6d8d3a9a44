// return and goto out of a task end it.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O1 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: %run_cc -O3 %s | %filecheck
#include <stdio.h>
static int f(int x) {
#pragma unply task
  {
    if (x == 0) return 7;
    if (x == 1) goto out;
    printf("stays\n");
  }
out:
  return x;
}
int main(void) { return f(0) + f(1) + f(2); }
// CHECK: task 1 line 8 in f
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1
// CHECK-NEXT: stays
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 10
