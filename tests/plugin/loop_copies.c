// The copies for the loop profile are the same at every level: small functions are inlined into them, also where clang
// forbids it (-O0), so that `t` is no memory. A function that looks at its own frame keeps it.
// RUN: env UNPLY_COPIES=1 %plugin_cc -O0 -g -S -emit-llvm -o - %s | %filecheck
// RUN: env UNPLY_COPIES=1 %plugin_cc -O1 -g -S -emit-llvm -o - %s | %filecheck
static void store(int* to, int x) { *to = x; }
__attribute__((noinline)) static int twice(int x) { return 2 * x; }
__attribute__((noinline)) static void* caller(void) { return __builtin_return_address(0); }
// CHECK-LABEL: define internal {{.*}}@out_argument.loops(
// CHECK-NOT: call {{.*}} @store
// CHECK-NOT: call {{.*}} @twice
// CHECK-NOT: alloca i32
// CHECK: call {{.*}} @caller.loops(
// CHECK: ret void
void out_argument(int* b, const int* a, void** p, int n) {
  int t;
  for (int i = 0; i < n; i++) {
    store(&t, twice(a[i]));
    b[i] = t + 2;
    p[i] = caller();
  }
}
