// Hooks keep nearly all registers, also the first time one is called from a shared object that is bound lazily.
// build: $CC $LEVEL -DOBJECT -fPIC -shared $SRC -o libmix.so -Wl,-z,lazy
// build: $CC $LEVEL $SRC -o program -L. -lmix -Wl,-rpath,. -Wl,-z,lazy
// graph:
//   tasks 2
//   1 -> 2 flow p[]
#include <stdio.h>
unsigned long mix(const unsigned char* p, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
                  unsigned long e);
#ifdef OBJECT
// More values live across the first hook than the registers that a call keeps, and all of them used only after it.
unsigned long mix(const unsigned char* p, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
                  unsigned long e) {
  unsigned long f = a ^ b, g = b + c, h = c ^ d, i = d + e, j = a * e;
  if (p[0] == 255) return 0;
  if (p[1] == 255) return f + g + h + i + j;
  if (p[2] == 255) return a + b + c + d + e;
  return a + 3 * b + 5 * c + 7 * d + 11 * e + 13 * f + 17 * g + 19 * h + 23 * i + 29 * j + p[3];
}
#else
unsigned char bytes[64];
int main(void) {
  unsigned long sum = 0;
#pragma exg trace
  {
#pragma exg task
    for (int i = 0; i < 64; ++i) bytes[i] = (unsigned char)(i * 3);
#pragma exg task
    sum = mix(bytes, 1, 2, 3, 4, 5);
  }
  printf("%lx\n", sum);
}
#endif
