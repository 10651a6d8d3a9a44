// A copy of each function without hooks, and one for the loop profile, chosen by a word that the runtime sets. Copies
// call copies of their kind.
// RUN: env UNPLY_COPIES=1 %ir_cxx -O0 | %filecheck
// RUN: env UNPLY_COPIES=1 %ir_cxx -O2 | %filecheck --check-prefix=OPT
#include <cstdarg>
extern int data[64];
struct Big {
  int values[32];
};

// CHECK: @__unply.plain = internal global i32 1

// CHECK-LABEL: define {{.*}} @_Z3sumi(
// CHECK: %[[SLOT:.*]] = alloca i32
// CHECK: %[[FLAG:.*]] = load i32, ptr @__unply.plain
// CHECK: %[[NOBODY:.*]] = icmp eq i32 %[[FLAG]], 0
// CHECK: br i1 %[[NOBODY]], label %[[BODY:[0-9a-z.]+]], label %[[SOME:[0-9a-z.]+]]
// CHECK: [[SOME]]:
// CHECK: %[[ALL:.*]] = icmp eq i32 %[[FLAG]], 1
// CHECK: br i1 %[[ALL]], label %[[LEAVE:[0-9a-z.]+]], label %[[OTHERS:[0-9a-z.]+]]
// CHECK: [[OTHERS]]:
// CHECK: %[[PROFILE:.*]] = icmp eq i32 %[[FLAG]], 3
// CHECK: br i1 %[[PROFILE]], label %[[WHOSE:[0-9a-z.]+]], label %[[ASK:[0-9a-z.]+]]
// CHECK: [[ASK]]:
// CHECK: %[[PLAIN:.*]] = call i32 @__unply_is_plain()
// CHECK: %[[OTHER:.*]] = icmp ne i32 %[[PLAIN]], 0
// CHECK: br i1 %[[OTHER]], label %[[LEAVE]], label %[[BODY]]
// CHECK: [[WHOSE]]:
// CHECK: %[[FOLLOWED:.*]] = call i32 @__unply_runs_loops()
// CHECK: %[[MINE:.*]] = icmp ne i32 %[[FOLLOWED]], 0
// CHECK: br i1 %[[MINE]], label %[[LOOPS:[0-9a-z.]+]], label %[[LEAVE]]
// CHECK: [[LEAVE]]:
// CHECK: %[[RESULT:.*]] = call {{.*}}i32 @_Z3sumi.plain(i32 {{.*}}%{{.*}})
// CHECK: ret i32 %[[RESULT]]
// CHECK: call {{.*}}@__unply_load4(
int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
#pragma exg task
    s += data[i];
  return s;
}

// Functions that end in one another leave no frame behind, neither here.
// CHECK-LABEL: define {{.*}} @_Z4stepi(
// CHECK: musttail call {{.*}}i32 @_Z4stepi.plain(
// CHECK-NEXT: ret i32
int step(int n) {
  data[n] = n;
  [[clang::musttail]] return sum(n);
}

// Arguments by value on the stack, and results through memory, travel as in the first call.
// CHECK-LABEL: define {{.*}} @_Z3add3Bigi(
// CHECK: notail call void @_Z3add3Bigi.plain(ptr {{.*}}sret(%struct.Big) {{.*}}, ptr {{.*}}byval(%struct.Big) {{.*}}, i32
// CHECK: call {{.*}}@__unply_
Big add(Big b, int n) {
  for (int& value : b.values) value += n + sum(n);
  data[0] = b.values[0];
  return b;
}

// No copy: its arguments cannot be handed on.
// CHECK-LABEL: define {{.*}} @_Z6variediz(
// CHECK-NOT: @__unply.plain
// CHECK: ret i32
int varied(int n, ...) {
  va_list list;
  va_start(list, n);
  data[0] = va_arg(list, int);
  va_end(list);
  return data[0];
}

// CHECK-LABEL: define internal {{.*}} @_Z3sumi.plain(
// CHECK-NOT: @__unply_load
// CHECK: call i32 @__unply_task_begin(
// CHECK-NOT: @__unply_load
// CHECK: call void @__unply_task_end(
// CHECK: ret i32

// CHECK-LABEL: define internal {{.*}} @_Z3add3Bigi.plain(
// CHECK-NOT: @__unply_{{load|store|loop}}
// CHECK: call {{.*}}i32 @_Z3sumi.plain(
// CHECK-NOT: @__unply_{{load|store|loop}}
// CHECK: ret void

// The copy is optimised like any code.
// OPT-LABEL: define {{.*}} @_Z5scalePfi(
// OPT: @__unply.plain
// OPT: tail call {{.*}} @_Z5scalePfi.plain(
// OPT: @__unply_loop
// OPT-LABEL: define internal {{.*}} @_Z5scalePfi.plain(
// OPT: <{{[0-9]+}} x float>
void scale(float* values, int n) {
  for (int i = 0; i < n; i++) values[i] *= 2;
}
