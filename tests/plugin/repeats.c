// In a block: a write covers later reads and writes of the same bytes, a read covers reads; a call ends that.
// RUN: %ir_cc -O0 | %filecheck
void call(void);
int global;
// CHECK-LABEL: define {{.*}} @repeats(
// CHECK: @__unply_load4(
// CHECK: @__unply_store4(
// CHECK-NOT: @__unply_
// CHECK: call void @call
// CHECK: @__unply_load4(
// CHECK: ret i32
int repeats(void) {
  int x = global + global;
  global = x;
  global = global + 1;
  call();
  return global;
}
