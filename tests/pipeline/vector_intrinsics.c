// Memory intrinsics of x86 and operands of inline assembly, to the byte: lanes whose mask is off touch nothing.
// graph:
//   tasks 10
//   1 -> 2 flow a[]
//   1 -> 3 output a[]
//   3 -> 4 flow a[]
//   5 -> 6 flow
//   7 -> 8 flow counter
//   7 -> 8 output counter
//   8 -> 9 flow counter
//   8 -> 9 output counter
//   1 -> 10 flow
//   3 -> 10 flow
#include <immintrin.h>
#include <stdio.h>
#include <unply/annotate.h>

float a[8], sink[8];
char text[32];
int counter;

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
static __m128 lanes(float one, float two, float three, float four) { return _mm_set_ps(four, three, two, one); }

// Elements 0, 2 and 4 of a: the fourth lane is off.
static void gather(const float *from, __m128i indices) {
  sink[0] += _mm_cvtss_f32(_mm_mask_i32gather_ps(_mm_setzero_ps(), from, indices, lanes(-1, -1, -1, 1), 4));
}
static void store_odd(float *to) {
  _mm_maskstore_ps(to, _mm_set_epi32(-1, 0, -1, 0), lanes(9, 9, 9, 9));
}
static void load_odd(const float *from) {
  sink[1] += _mm_cvtss_f32(_mm_maskload_ps(from, _mm_set_epi32(-1, 0, -1, 0)));
}
static void move_two_bytes(char *to) {
  _mm_maskmoveu_si128(_mm_set1_epi8('x'), _mm_set_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1), to);
}
static void load_text(const char *from) {
  sink[2] += (float)_mm_cvtsi128_si32(_mm_lddqu_si128((const __m128i *)from));
}
static void load_all(const float *from) { sink[3] += _mm_cvtss_f32(_mm256_castps256_ps128(_mm256_loadu_ps(from))); }
#pragma clang attribute pop

int main(void) {
#pragma exg trace
  {
#pragma exg task
    for (int i = 0; i < 8; i++) a[i] = (float)i;
#pragma exg task
    gather(a, _mm_set_epi32(1, 4, 2, 0));
#pragma exg task
    store_odd(a);
#pragma exg task
    load_odd(a);
#pragma exg task
    move_two_bytes(text);
#pragma exg task
    load_text(text);
#pragma exg task
    __asm__("movl $7, %0" : "=m"(counter));
#pragma exg task
    __asm__("incl %0" : "+m"(counter)::"cc");
#pragma exg task
    __asm__("addl $2, %0" : "+m"(counter)::"cc");
#pragma exg task
    load_all(a);
  }
  printf("%g %g %g %g %s %d\n", sink[0], sink[1], sink[2], sink[3], text, counter);
  return 0;
}
