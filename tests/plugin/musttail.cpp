// The end of a chosen function comes before a musttail call, which must stay the last.
// RUN: env UNPLY_TASKS=fn:outer %ir_cxx -O0 | %filecheck
int inner(int);
// CHECK-LABEL: define {{.*}} @_Z5outeri(
// CHECK: call i32 @__unply_task_begin(
// CHECK: call void @__unply_task_end(
// CHECK-NEXT: call {{.*}}@__unply_unseen(
// CHECK-NEXT: musttail call
// CHECK-NEXT: ret i32
int outer(int x) { [[clang::musttail]] return inner(x); }
