// Arguments behind the sixth, and those in the area that saves registers, lie where other calls left things.
// graph:
//   tasks 4
#include <stdarg.h>
#include <stdio.h>
typedef struct {
  long a, b, c;
} big;
long out[4];
__attribute__((noinline)) static long fill(long *p, long n, long v) {
  for (long i = 0; i < n; i++) p[i] = v + i;
  return p[n / 2];
}
__attribute__((noinline)) static long deep(long v) {
  long local[400];
  return fill(local, 400, v);
}
__attribute__((noinline)) static long changed(big b) { return fill(&b.a, 3, b.b); }
static long next(va_list *ap) { return va_arg(*ap, long); }
__attribute__((noinline)) static long sum(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_copy(again, ap);
  long s = 0;
  double d = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, long);
  for (int i = 0; i < n; i++) s += next(&again);
  d += va_arg(ap, double);
  big b = va_arg(ap, big);
  va_end(ap);
  va_end(again);
  return s + (long)d + b.c;
}
int main(void) {
#pragma exg trace
  {
    for (long i = 0; i < 2; i++) {
#pragma exg task
      {
        big b = {i, i, i};
        out[i] = deep(i) + changed(b);
      }
    }
    for (long i = 0; i < 2; i++) {
#pragma exg task
      {
        big b = {i, i, i};
        out[2 + i] = sum(9, i, i, i, i, i, i, i, i, i, 2.0, b);
      }
    }
  }
  printf("%ld %ld\n", out[1], out[3]);
}
