// Hooks by size, before the access; 16 bytes at most, larger ones by length.
// RUN: %ir_cc -O0 | %filecheck
typedef float v8 __attribute__((vector_size(32)));
// CHECK-LABEL: define {{.*}} @sizes(
void sizes(char *a, short *b, int *c, long *d, __int128 *e, v8 *f, long double *g) {
  // CHECK: call preserve_mostcc void @__unply_store1(
  // CHECK-NEXT: store i8
  *a = 1;
  // CHECK: call preserve_mostcc void @__unply_store2(
  *b = 1;
  // CHECK: call preserve_mostcc void @__unply_store4(
  *c = 1;
  // CHECK: call preserve_mostcc void @__unply_store8(
  *d = 1;
  // CHECK: call preserve_mostcc void @__unply_store16(
  *e = 1;
  // CHECK: call void @__unply_load_n(ptr {{.*}}, i64 32,
  // CHECK: call void @__unply_store_n(ptr {{.*}}, i64 32,
  f[0] = f[1];
  // CHECK: call void @__unply_store_n(ptr {{.*}}, i64 10,
  *g = 1;
}
