// The same program linked and compiled in the ways that build systems do.
// levels: -O2 -flto,-O2 -flto=thin -fuse-ld=lld,-O2 -static,-O1 -static-pie,-O2 -fPIE -pie,-O2 -fno-pie -no-pie,-O2 -g0,-O2 -ffunction-sections -fdata-sections -Wl\,--gc-sections,-O1 -fuse-ld=lld,-O3 -ffast-math,-O1 -fsanitize=undefined,-Os,-Oz,-O2 -gsplit-dwarf,-O2 -fno-builtin,-O0 -fno-omit-frame-pointer,-O2 -std=c99 -pedantic,-Ofast -march=native -Wno-deprecated,-O1 -fprofile-instr-generate -fcoverage-mapping -fxray-instrument -fcf-protection=full,-O2 -fsanitize=cfi -flto -fvisibility=hidden -fuse-ld=lld,-O1 -fsanitize-coverage=trace-pc-guard\,inline-8bit-counters
// graph:
//   tasks 4
//   1 -> 2 flow
//   2 -> 3 flow
//   3 -> 4 flow
//   1 -> 2 output
//   2 -> 3 output
//   3 -> 4 output
//   1 -> 2 anti
//   2 -> 3 anti
//   3 -> 4 anti
#include <stdio.h>
double u[8] = {0, 1, 4, 9, 16, 25, 36, 0};
int main(void) {
#pragma exg trace
  for (int t = 0; t < 4; t++)
#pragma exg task
    for (int x = 1; x < 7; x++)
      u[x] = (u[x - 1] + u[x + 1]) / 2;
  printf("%.6f %.6f\n", u[1], u[6]);
  return 0;
}
