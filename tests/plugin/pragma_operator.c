// _Pragma in a macro, and a pragma in a header: the place is where the macro is used.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O1 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: %run_cc -O3 %s | %filecheck
#include "Inputs/region.h"
#define TASK _Pragma("exg task macro")
int main(void) {
  int x = 0;
  TASK
  x++;
  return from_header(x);
}
// CHECK: task 1 line 10 in main label 'macro'
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 3 in from_header label 'header'
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 2
