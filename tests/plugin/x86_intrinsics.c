// Gathers and scatters by indices and masks, truncating stores by mask bits, non-temporal and direct stores.
// RUN: %ir_cc -O1 -mavx512f -mavx512vl -mmovdir64b -mamx-tile | %filecheck
#include <immintrin.h>
// CHECK-LABEL: define {{.*}} @gather(
// CHECK: [[INDEX:%[^ ]+]] = sext i32 {{.*}} to i64
// CHECK: [[BYTES:%[^ ]+]] = shl nsw i64 [[INDEX]], 2
// CHECK: [[AT:%[^ ]+]] = getelementptr i8, ptr %p, i64 [[BYTES]]
// CHECK: @__unply_load_n(ptr {{.*}}[[AT]], i64 {{.*}}
// CHECK-COUNT-15: @__unply_load_n(
// CHECK-NOT: @__unply_load_n(
// CHECK: llvm.x86.avx512.mask.gather
__m512 gather(const float *p, __m512i i, __mmask16 k, __m512 s) { return _mm512_mask_i32gather_ps(s, k, i, p, 4); }
// CHECK-LABEL: define {{.*}} @scatter(
// CHECK-COUNT-8: @__unply_store8(
// CHECK: llvm.x86.avx512.mask.scatter
void scatter(double *p, __m256i i, __m512d v) { _mm512_i32scatter_pd(p, i, v, 8); }
// CHECK-LABEL: define {{.*}} @truncate(
// CHECK-COUNT-16: @__unply_store_n(ptr {{.*}}
// CHECK: llvm.x86.avx512.mask.pmov.db.mem.512
void truncate(void *p, __mmask16 k, __m512i v) { _mm512_mask_cvtepi32_storeu_epi8(p, k, v); }
// CHECK-LABEL: define {{.*}} @lines(
// CHECK: @__unply_load_n(ptr %from, i64 64,
// CHECK: @__unply_store_n(ptr %to, i64 64,
// CHECK: @__unply_store16(ptr %stream,
void lines(void *to, const void *from, float *stream, __m128 v) {
  _movdir64b(to, from);
  _mm_stream_ps(stream, v);
}
