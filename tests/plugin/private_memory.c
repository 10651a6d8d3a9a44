// Memory of one task instance alone is left out: a local array of a function without regions, or born in the task.
// RUN: %ir_cc -O0 | %filecheck
// RUN: %ir_cc -O2 | %filecheck
double use(double);
// CHECK-LABEL: define {{.*}} @local(
// CHECK-NOT: @__unply_
// CHECK: ret double
double local(int n) {
  double t[8] = {1, 2, 3};
  t[n & 7] = n;
  return t[(n + 1) & 7];
}
// CHECK-LABEL: define {{.*}} @inside(
// CHECK-NOT: @__unply_{{load|store|fresh|loop}}
// CHECK: ret void
void inside(void) {
#pragma exg task
  {
    int n = (int)use(0);
    double t[8] = {1, 2, 3};
    t[n & 7] = n;
    use(t[(n + 1) & 7]);
  }
}
