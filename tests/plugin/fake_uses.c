// With -Og clang reads each variable where its scope ends, for debuggers. The source does not: no hook, and no value that
// is used behind a loop. Only the copy that runs without a recording is as clang leaves it.
// RUN: env UNPLY_COPIES=1 %plugin_cc -Og -g -S -emit-llvm -o - %s | %filecheck
// CHECK-LABEL: define {{.*}} i32 @squares(
// CHECK: call {{.*}} @read(ptr
// CHECK-NOT: call {{.*}} @__unply_load
// CHECK-NOT: call {{.*}}fake.use
// CHECK-LABEL: define {{.*}} @squares.loops(
// CHECK-NOT: call {{.*}}fake.use
// CHECK-LABEL: define {{.*}} @squares.plain(
// CHECK: call {{.*}}fake.use
int read(int* to);
int squares(int* b, const int* a, int n) {
  int x, t;
  for (int i = 0; i < n; i++) {
    t = a[i];
    b[i] = t * t;
  }
  return read(&x);
}
