// Reads of constants are left out and counted.
// RUN: %ir_cc -O0 | %filecheck
static const int table[4] = {1, 2, 3, 4};
// CHECK: @__unply.module = {{.*}} [12 x i32] [i32 2, i32 0, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0,
// CHECK-LABEL: define {{.*}} @look(
// CHECK-NOT: @__unply_load4(ptr {{.*}}@table
// CHECK: ret i32
int global;
int look(int i) { return table[i] + global; }
