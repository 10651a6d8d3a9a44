// An argument passed by value is born where its expression begins, in each round of the loop, also without -g.
// RUN: %ir_cxx -O0 | %filecheck
// RUN: %ir_cxx -O2 | %filecheck
// RUN: %ir_cxx -O1 -g0 | %filecheck
struct Big {
  long a, b, c;
  Big(long);
};
long use(Big, Big);
// CHECK-LABEL: define {{.*}} @_Z6roundsl(
// CHECK: call void @__unply_fresh(ptr {{.*}}, i64 24)
// CHECK: call void @_ZN3BigC1El(
// CHECK: call void @__unply_fresh(ptr {{.*}}, i64 24)
// CHECK: call void @_ZN3BigC1El(
// CHECK: call {{.*}} @_Z3use3BigS_(
void rounds(long n) {
  while (n-- > 0) use(n, n + 1);
}
