// An iteration begins where the loop's body does: before a call that may throw, and before a break in its first block.
// RUN: env UNPLY_COPIES=1 %ir_cxx -O0 | %filecheck
// RUN: env UNPLY_COPIES=1 %ir_cxx -O2 | %filecheck
struct Text {
  Text(int);
  ~Text();
  int size() const;
};
// CHECK-LABEL: define internal {{.*}}@_Z6throwsPii.loops(
// CHECK: call {{.*}} @__unply_loop_next(
// CHECK: call void @_ZN4TextC1Ei(
// CHECK: invoke {{.*}} @_ZNK4Text4sizeEv(
void throws(int* b, int n) {
  for (int i = 0; i < n; i++) b[i] = Text(i).size();
}
// CHECK-LABEL: define internal {{.*}}@_Z6breaksPii.loops(
// CHECK: call {{.*}} @__unply_loop_next(
// CHECK: call {{.*}} @__unply_loop_load4(
// CHECK: call {{.*}} @__unply_loop_store4(
void breaks(int* b, int n) {
  for (int i = 0; i < n; i++) {
    if (b[i] < 0) break;
    b[i] = n;
  }
}
