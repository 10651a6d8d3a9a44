// Nested tasks in a recursion, in a trace.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O1 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
// RUN: %run_cc -O3 %s | %filecheck
static int fib(int n) {
  if (n < 2) return n;
  int a, b;
#pragma exg task a
  a = fib(n - 1);
#pragma exg task b
  b = fib(n - 2);
  return a + b;
}
int main(void) {
#pragma exg trace whole
  return fib(3);
}
// CHECK: trace 1 line 16 in main label 'whole'
// CHECK-NEXT: task 2 line 9 in fib label 'a'
// CHECK-NEXT: task 3 line 9 in fib label 'a'
// CHECK-NEXT: end 3
// CHECK-NEXT: task 3 line 11 in fib label 'b'
// CHECK-NEXT: end 3
// CHECK-NEXT: end 2
// CHECK-NEXT: task 2 line 11
// CHECK-NEXT: end 2
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 2
