// Functions that other object files may call or define too, or that a pointer leads to, have a mark before their code; a
// table names the inline ones with hooks. Code for shared objects says when it is unloaded.
// RUN: %ir_cxx -O0 | %filecheck
// RUN: %ir_cxx -O0 -fPIC | %filecheck --check-prefixes=CHECK,PIC
extern int data[8];
// PIC: @llvm.global_dtors = {{.*}}@__unply.unregister
// CHECK: @[[TEXT:.*]] = private constant [15 x i8] c"Grid<int>::get\00"
// CHECK: @__unply.inline_functions = internal constant [1 x { ptr, ptr }] [{ ptr, ptr } { ptr @_ZN4GridIiE3getEv, ptr @[[TEXT]] }]
// CHECK: define internal {{.*}}@_ZL4heldv(){{.*}} prefix [2 x i64]
// CHECK: define internal {{.*}}@_ZL6calledv()
// CHECK-NOT: prefix
// CHECK: {{^}$}}
// CHECK: define {{.*}}@_Z3allv(){{.*}} prefix [2 x i64]
// CHECK: define linkonce_odr {{.*}}@_ZN4GridIiE3getEv({{.*}} prefix [2 x i64]
// CHECK: define linkonce_odr {{.*}}@_Z4purei({{.*}} prefix [2 x i64]
// CHECK: call void @__unply_inline_functions(ptr @__unply.inline_functions, i32 1)
template <class T> struct Grid {
  T get() { return data[0]; }
};
inline int pure(int x) { return x + 1; }
static int held() { return 1; }
static int called() { return 2; }
int (*holder)() = held;
int use() { return called(); }
int all() { return Grid<int>().get() + pure(1); }
