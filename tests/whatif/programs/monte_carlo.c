// remove: q[], sx, sy
// Each task draws points and adds them up (the shape of NPB's EP).
#include <stdio.h>
#ifdef EDITED
static double q[64][10], sx[64], sy[64];
#define Q q[i]
#define SX sx[i]
#define SY sy[i]
#else
static double q[10], sx, sy;
#define Q q
#define SX sx
#define SY sy
#endif
int main(void) {
#pragma exg trace
  for (int i = 0; i < 64; ++i)
#pragma exg task
  {
    unsigned long seed = 12345 + 977ul * (unsigned long)i;
    for (int k = 0; k < 20; ++k) {
      seed = seed * 6364136223846793005ul + 1442695040888963407ul;
      double x = (double)(seed >> 40) / (1 << 24), y = (double)(seed >> 20 & 0xfffff) / (1 << 20);
      Q[(int)(x * 10)] += 1;
      SX += x;
      SY += y;
    }
  }
  printf("done\n");
}
