// remove: sum, most
// Locals of the function, which the compiler would keep in registers across the tasks.
#include <stdio.h>
int main(void) {
  double a[80], sum = 0, most = -1;
#ifdef EDITED
  double sums[80], mosts[80];
#endif
  for (int i = 0; i < 80; ++i) a[i] = (i * 29) % 17;
#pragma exg trace
  for (int i = 0; i < 80; ++i)
#pragma exg task
  {
#ifdef EDITED
    sums[i] = a[i];
    mosts[i] = a[i] > -1 ? a[i] : -1;
#else
    sum += a[i];
    if (a[i] > most) most = a[i];
#endif
  }
#ifdef EDITED
  for (int i = 0; i < 80; ++i) sum += sums[i], most = mosts[i] > most ? mosts[i] : most;
#endif
  printf("%g %g\n", sum, most);
}
