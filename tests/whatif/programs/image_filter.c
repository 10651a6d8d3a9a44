// remove: window[], lo, hi, mid, gx, gy, norm
// A filter whose scratch variables are declared outside the loop.
#include <stdlib.h>
enum { W = 24, H = 16 };
static double in[H][W], out[H][W];
#ifndef EDITED
static double window[9], lo, hi, mid, gx, gy, norm;
#endif
int main(void) {
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) in[y][x] = (x * 7 + y * 13) % 31;
#pragma exg trace
  for (int y = 1; y < H - 1; ++y)
#pragma exg task
  {
#ifdef EDITED
    double window[9], lo, hi, mid, gx, gy, norm;
#endif
    for (int x = 1; x < W - 1; ++x) {
      for (int k = 0; k < 9; ++k) window[k] = in[y - 1 + k / 3][x - 1 + k % 3];
      lo = hi = window[0];
      for (int k = 1; k < 9; ++k) {
        if (window[k] < lo) lo = window[k];
        if (window[k] > hi) hi = window[k];
      }
      mid = (lo + hi) / 2;
      gx = window[5] - window[3];
      gy = window[7] - window[1];
      norm = gx * gx + gy * gy + mid;
      out[y][x] = norm;
    }
  }
  return out[3][3] < 0;
}
