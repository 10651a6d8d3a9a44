// Every kind of statement can be a task: if with else, do, switch, while, expression, empty, labelled.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O1 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: %run_cc -O3 %s | %filecheck
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
  int k = 0;
#pragma exg task if
  if (argc > 5) puts("then"); else puts("else");
#pragma exg task do
  do puts("do"); while (0);
#pragma exg task switch
  switch (argc) { case 1: puts("one"); break; default: puts("other"); }
#pragma exg task while
  while (k < 2) k++;
#pragma exg task expression
  puts("expression");
#pragma exg task empty
  ;
#pragma exg task "a label with words"
  { puts("block"); }
  if (argc == 1)
#pragma exg task dangling
    puts("guarded");
  else
    puts("not reached");
  return 0;
}
// CHECK: label 'if'
// CHECK-NEXT: else
// CHECK-NEXT: end 1
// CHECK: label 'do'
// CHECK-NEXT: do
// CHECK-NEXT: end 1
// CHECK: label 'switch'
// CHECK-NEXT: one
// CHECK-NEXT: end 1
// CHECK: label 'while'
// CHECK-NEXT: end 1
// CHECK: label 'expression'
// CHECK-NEXT: expression
// CHECK-NEXT: end 1
// CHECK: label 'empty'
// CHECK-NEXT: end 1
// CHECK: label 'a label with words'
// CHECK-NEXT: block
// CHECK-NEXT: end 1
// CHECK: label 'dangling'
// CHECK-NEXT: guarded
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 0
