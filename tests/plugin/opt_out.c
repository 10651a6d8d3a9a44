// Functions with disable_sanitizer_instrumentation stay as they are; so do naked ones.
// RUN: %ir_cc -O1 | %filecheck
// CHECK-LABEL: define {{.*}} @untouched(
// CHECK-NOT: @__unply_
// CHECK: ret void
__attribute__((disable_sanitizer_instrumentation)) void untouched(int *p) { *p = 1; }
// CHECK-LABEL: define {{.*}} @naked(
// CHECK-NOT: @__unply_
// CHECK: unreachable
__attribute__((naked)) void naked(void) { __asm__("ret"); }
