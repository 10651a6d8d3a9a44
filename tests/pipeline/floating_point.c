// Rounding mode, exception flags and errno are the program's own.
// kinds: none
// flags: -frounding-math -lm
// graph:
//   tasks 100
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
double a[100];
long double wide = 1.0L / 3;
int main(void) {
  fesetround(FE_UPWARD);
  feclearexcept(FE_ALL_EXCEPT);
  errno = 17;
#pragma exg trace
  for (int i = 0; i < 100; i++)
#pragma exg task
  {
    a[i] = 1.0 / (i + 3);
    wide = wide * 1.0000001L + a[i];
  }
  printf("%d %d %.20g %.25Lg %d\n", errno, fetestexcept(FE_INEXACT) != 0, a[7], wide, fegetround() == FE_UPWARD);
  printf("%d\n", fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW));
}
