// In a block a read covers reads and a write covers writes of the same bytes, until the other kind or a call comes: a
// read of the task's own value makes an antidependence to the next writer.
// RUN: %ir_cc -O0 | %filecheck
// RUN: %ir_cc -O1 | %filecheck
void call(void);
int global;
// CHECK-LABEL: define {{.*}} @repeats(
// CHECK-COUNT-1: @__unply_load4(
// CHECK: @__unply_store4(
// CHECK: @__unply_load4(
// CHECK: @__unply_store4(
// CHECK-NOT: @__unply_{{load|store}}
// CHECK: call void @call
// CHECK: @__unply_load4(
// CHECK: ret i32
int repeats(void) {
  int x = global + global;
  global = x;
  global = global + 1;
  global = 3;
  call();
  return global;
}
