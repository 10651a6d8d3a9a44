// What must stay single hooks: short loops, loops with calls, accesses that not every iteration makes, and a stream
// whose order relative to such an access matters.
// RUN: %ir_cc -O0 | %filecheck
void call(void);
// CHECK-NOT: call void @__unply_loop
// CHECK-LABEL: define {{.*}} @short_loop(
void short_loop(int *a) { for (int i = 0; i < 3; i++) a[i] = i; }
// CHECK-LABEL: define {{.*}} @with_call(
void with_call(int *a, int n) { for (int i = 0; i < n; i++) { a[i] = i; call(); } }
// CHECK-LABEL: define {{.*}} @irregular_store(
// CHECK: @__unply_load4(
// CHECK: @__unply_store4(
void irregular_store(int *h, int *a, int n) { for (int i = 0; i < n; i++) h[a[i]] = 1; }
// CHECK-LABEL: define {{.*}} @first_exit(
int first_exit(int *a, int n) { for (int i = 0; i < n; i++) if (a[i]) return i; return n; }
// CHECK-LABEL: define {{.*}} @volatile_loop(
void volatile_loop(volatile int *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }
