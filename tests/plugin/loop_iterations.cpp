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
// A loop that continues in two places is one loop, also where it was inlined.
// CHECK-LABEL: define internal {{.*}}@_Z9continuesPii.loops(
// CHECK: call {{.*}} @__unply_loop_begin(
// CHECK-NOT: call {{.*}} @__unply_loop_begin(
// CHECK-LABEL: define internal {{.*}}@_Z11continues10Pi.loops(
// CHECK: call {{.*}} @__unply_loop_begin(
// CHECK-NOT: call {{.*}} @__unply_loop_begin(
// CHECK: ret i32
int continues(int *a, int n) {
  int s = 0, i = 0;
  while (i < n) {
    if (i % 3 == 0) {
      i += 1;
      continue;
    }
    s += a[i];
    a[i + 3] = i;
    i += 1;
  }
  return s;
}
int continues10(int *a) { return continues(a, 10); }
