// memcpy, memmove and memset by their lengths; masked and gathering vector accesses lane by lane.
// RUN: %ir_cc -O1 -mavx512f -fno-vectorize | %filecheck
#include <immintrin.h>
#include <string.h>
struct Big { char c[100]; };
// CHECK-LABEL: define {{.*}} @copy(
// CHECK: @__unply_load_n(ptr {{.*}}, i64 100,
// CHECK: @__unply_store_n(ptr {{.*}}, i64 100,
// CHECK: @__unply_store_n(ptr {{.*}}, i64 %
void copy(struct Big *a, const struct Big *b, char *c, size_t n) {
  *a = *b;
  memset(c, 0, n);
}
// CHECK-LABEL: define {{.*}} @masked(
// CHECK-COUNT-16: @__unply_load_n(
// CHECK: llvm.masked.load
__m512 masked(const float *p, __mmask16 m) { return _mm512_maskz_loadu_ps(m, p); }
// CHECK-LABEL: define {{.*}} @packed(
// CHECK: [[BITS:%[0-9]+]] = {{.*}}call {{.*}}i16 @llvm.ctpop.i16
// CHECK: @__unply_store_n(
void packed(float *p, __mmask16 m, __m512 v) { _mm512_mask_compressstoreu_ps(p, m, v); }
