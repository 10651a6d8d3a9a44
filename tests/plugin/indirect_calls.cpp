// A hook stands in front of calls through pointers, and of virtual ones; not in front of direct calls and of
// inline assembly. A call whose declaration has other arguments than the function is a direct one.
// RUN: %ir_cxx -O0 | %filecheck
struct Shape {
  virtual int area();
};
extern "C" int outside(int);
extern "C" int other(void);
int (*pointer)(int);
// CHECK-LABEL: define {{.*}} @_Z5callsP5Shape(
int calls(Shape* shape) {
  int sum = 0;
  // CHECK: [[TARGET:%.*]] = load ptr, ptr @pointer
  // CHECK: call preserve_mostcc void @__unply_indirect(ptr [[TARGET]], ptr @__unply.indirect)
  // CHECK-NEXT: call {{.*}}i32 [[TARGET]](
  sum += pointer(1);
  // CHECK: call preserve_mostcc void @__unply_indirect(ptr [[VIRTUAL:%.*]], ptr @__unply.indirect.
  // CHECK-NEXT: call {{.*}}i32 [[VIRTUAL]](
  sum += shape->area();
  // CHECK-NOT: @__unply_indirect
  // CHECK: call preserve_mostcc void @__unply_unseen(
  // CHECK-NEXT: call {{.*}} @outside(
  sum += outside(2);
  // CHECK: call preserve_mostcc void @__unply_unseen(
  // CHECK-NEXT: call {{.*}} @other(
  sum += ((int (*)(int))other)(3);
  asm("" : "+r"(sum));
  // CHECK: ret i32
  return sum;
}
