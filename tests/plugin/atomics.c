// An atomic update reads and writes; both are recorded before it, at its place.
// RUN: %ir_cc -O1 | %filecheck
// CHECK-LABEL: define {{.*}} @add(
// CHECK: @__unply_load4(
// CHECK: @__unply_store4(
// CHECK: atomicrmw add
int add(int *p) { return __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
// CHECK-LABEL: define {{.*}} @swap(
// CHECK: @__unply_load8(
// CHECK: @__unply_store8(
// CHECK: cmpxchg
int swap(long *p, long *q) { return __atomic_compare_exchange_n(p, q, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }
