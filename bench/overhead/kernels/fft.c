/* Radix-2 transform in place, on separate real and imaginary parts: a coarse task is 256 butterflies of a stage, a fine
 * one a butterfly. */
#include "kernel.h"
#include <math.h>
enum { kLog = 16, kPoints = 1 << kLog, kBlock = 256 };
static double re[kPoints], im[kPoints], cosine[kPoints / 2], sine[kPoints / 2];

static void prepare(void) {
  for (int i = 0; i < kPoints; i++) {
    re[i] = i % 31;
    im[i] = 0;
  }
  for (int i = 0; i < kPoints / 2; i++) {
    cosine[i] = cos(2 * M_PI * i / kPoints);
    sine[i] = -sin(2 * M_PI * i / kPoints);
  }
}

__attribute__((noinline)) static void kernel(void) {
  TRACE
  for (int stage = 0; stage < kLog; stage++) {
    const int half = 1 << stage, step = kPoints / 2 / half;
    for (int block = 0; block < kPoints / 2; block += kBlock) COARSE
    for (int n = block; n < block + kBlock; n++) FINE {
        const int j = n & (half - 1), low = 2 * (n - j) + j, high = low + half;
        const double wr = cosine[j * step], wi = sine[j * step];
        const double tr = wr * re[high] - wi * im[high], ti = wr * im[high] + wi * re[high];
        const double ur = re[low], ui = im[low];
        re[low] = ur + tr;
        im[low] = ui + ti;
        re[high] = ur - tr;
        im[high] = ui - ti;
      }
  }
}

static double digest(void) {
  double sum = 0;
  for (int i = 0; i < kPoints; i++) sum += re[i] * re[i] + im[i] * im[i];
  return sum;
}
static size_t touched_bytes(void) { return sizeof re + sizeof im + sizeof cosine + sizeof sine; }
