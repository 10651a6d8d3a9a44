// Hooks of the loop profile: where a loop says in which extents alone it writes, which loops are one call, and which
// memory needs no hooks.
// RUN: env UNPLY_COPIES=1 %ir_cxx -O2 | %filecheck
#include <algorithm>
#include <cstddef>

int from[100], to[100], places[100];

// All writes go to to[], of which the whole is known, since only the first loop has an affine address. The inner loop
// writes nothing: one call behind it has its iterations and its two streams.
// CHECK-LABEL: define {{.*}}gather{{.*}}.loops(
// CHECK: call {{.*}}@__unply_loop_begin(
// CHECK: store ptr @to, ptr %[[BOUNDS:.*]], align
// CHECK: call {{.*}}@__unply_loop_writes(ptr {{.*}}, ptr {{.*}}%[[BOUNDS]], i32 1)
// CHECK-NOT: call {{.*}}@__unply_loop_writes
// CHECK-NOT: call {{.*}}@__unply_loop_begin
// CHECK: call void @__unply_loop_read(i64 {{.*}}, ptr {{.*}}, i32 2, ptr
// CHECK: and i32 {{.*}}, 63
// CHECK: call {{.*}}@__unply_loop_load4(
// CHECK-NOT: call {{.*}}@__unply_loop_load4(
// CHECK: ret void
__attribute__((noinline)) void gather(int n) {
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = 0; k < places[i]; k++) sum += from[places[k] & 63];
    to[i] = sum;
  }
}

// Through a pointer, at any place: unknown.
// CHECK-LABEL: define {{.*}}scatter{{.*}}.loops(
// CHECK-NOT: call {{.*}}@__unply_loop_writes
// CHECK: ret void
__attribute__((noinline)) void scatter(int* target, int n) {
  for (int i = 0; i < n; i++) target[places[i]] = from[i];
}

// Of a variable, at any place in it.
// CHECK-LABEL: define {{.*}}count{{.*}}.loops(
// CHECK: store ptr @to, ptr
// CHECK: store ptr getelementptr {{.*}}(i8, ptr @to, i64 400), ptr
// CHECK: call {{.*}}@__unply_loop_writes({{.*}}, i32 1)
__attribute__((noinline)) void count(int n) {
  for (int i = 0; i < n; i++) to[places[i]]++;
}

// The elements' address and the number of columns are loaded in each iteration, and again in front of the loops, which
// are one call.
struct Matrix {
  std::size_t columns;
  double* elements;
  double& operator()(std::size_t i, std::size_t k) { return elements[i * columns + k]; }
};
// CHECK-LABEL: define {{.*}}add{{.*}}.loops(
// CHECK-NOT: call {{.*}}@__unply_loop_begin(
// CHECK: call void @__unply_loop_nest(
// CHECK-NOT: call {{.*}}@__unply_loop_begin(
// CHECK: ret void
__attribute__((noinline)) void add(Matrix& a, Matrix& b, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t k = 0; k < n; k++) a(i, k) += b(i, k);
}

// A variable of an iteration, which the loop inside reads only, has no hooks; so that loop has no accesses, and both are
// one call.
// CHECK-LABEL: define {{.*}}best{{.*}}.loops(
// CHECK-NOT: @__unply_fresh
// CHECK-NOT: @__unply_loop_begin(
// CHECK: call {{.*}}@__unply_loop_nest({{.*}}, i32 2, ptr {{.*}}, i32 4, ptr
// CHECK-NOT: @__unply_fresh
// CHECK: ret void
__attribute__((noinline)) void best(int n) {
  for (int i = 1; i < n; i++) to[i] = std::max({from[i], places[i], to[i - 1], 0});
}

int main() {
  Matrix a{10, new double[100]()}, b{10, new double[100]()};
  gather(9);
  scatter(to, 9);
  count(9);
  add(a, b, 10);
  best(9);
  delete[] a.elements;
  delete[] b.elements;
}
