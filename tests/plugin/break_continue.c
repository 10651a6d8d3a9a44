// break and continue in a task belong to the loop around it; the task ends on each way.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O1 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: %run_cc -O3 %s | %filecheck
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 5; i++)
#pragma exg task body
  {
    if (i == 1) continue;
    if (i == 2) break;
    printf("i %d\n", i);
  }
  return 0;
}
// CHECK: task 1 line 9 in main label 'body' origin 0
// CHECK-NEXT: i 0
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 0
