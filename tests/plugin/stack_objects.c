// A stack object whose address is known elsewhere starts a new life with each round of the loop, also at -O0.
// RUN: %ir_cc -O0 | %filecheck
// RUN: %ir_cc -O2 | %filecheck
void use(int *);
// CHECK-LABEL: define {{.*}} @rounds(
// CHECK: call void @llvm.lifetime.start
// CHECK: call void @__unply_fresh(ptr {{.*}}, i64 12)
void rounds(int n) {
  for (int i = 0; i < n; i++) {
    int x[3];
    use(x);
  }
}
// CHECK-LABEL: define {{.*}} @dynamic(
// CHECK: call void @__unply_fresh(ptr {{.*}}, i64 %
void dynamic(int n) { use(__builtin_alloca(n)); }
