// An atomic update reads and writes; both are recorded before it, at its place. A compare-and-exchange writes if it
// succeeds, which is known behind it.
// RUN: %ir_cc -O1 | %filecheck
// CHECK-LABEL: define {{.*}} @add(
// CHECK: @__unply_load4(
// CHECK: @__unply_store4(
// CHECK: atomicrmw add
int add(int *p) { return __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
// CHECK-LABEL: define {{.*}} @swap(
// CHECK: @__unply_load8(
// CHECK: [[DONE:%[0-9]+]] = cmpxchg
// CHECK: [[OK:%[0-9]+]] = extractvalue {{.*}} [[DONE]], 1
// CHECK: [[BYTES:%[0-9]+]] = select i1 [[OK]], i64 8, i64 0
// CHECK: @__unply_store_n(ptr {{.*}}, i64 [[BYTES]],
int swap(long *p, long *q) { return __atomic_compare_exchange_n(p, q, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }
