// Functions whose arguments and results travel in every way: a function that is not recorded goes on in its copy, which
// gets what the caller gave, and gives back what the caller gets.
// levels: -O0,-O2,-O2 -mavx2,-O1 -fPIC -mstackrealign
// graph:
//   tasks 1
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#define OWN __attribute__((noinline))
typedef struct { long a[5]; } Big;
typedef struct { double x, y; } Two;
typedef struct { float a, b, c; } Three;
typedef float Vector __attribute__((vector_size(32)));
int g[4];
OWN Big big(int n, Big b) { b.a[0] += n + g[0]; return b; }
OWN Two two(Two a, double b) { a.x += b + g[0]; return a; }
OWN Three three(Three a, float b) { a.c += b + g[0]; return a; }
OWN long on_stack(long a, long b, long c, long d, long e, long f, long h, long i, double k, char m) {
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + h * 7 + i * 8 + (long)k + m * 12 + g[0];
}
OWN long double x87(long double a, int b) { return a * b + g[0]; }
OWN __int128 wide(__int128 a, __int128 b, long c, __int128 d, __int128 e) { return a - b + c + d * e + g[0]; }
OWN Vector vector(Vector a, Vector b) { return a * b + (float)g[0]; }
OWN int aligned(int n) {
  _Alignas(64) char x[128];
  memset(x, n, sizeof x);
  return x[n & 127] + (int)((unsigned long)x & 63) + g[0];
}
OWN int varied(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = g[0];
  while (n--) s += va_arg(list, int);
  va_end(list);
  return s;
}
OWN __attribute__((ms_abi)) long windows(long a, long b, long c, long d, long e, double f) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + (long)f + g[0];
}
OWN __attribute__((vectorcall)) double by_vector(double a, Vector b, int c) { return a + (double)b[3] + c + g[0]; }
OWN __attribute__((preserve_most)) void preserving(int a) { g[1] += a; }
OWN __attribute__((preserve_none)) static long chain(long n, long a) {
  if (!n) return a;
  __attribute__((musttail)) return chain(n - 1, a + g[3] + 1);
}
OWN _Bool extended(signed char c, unsigned char d) { return c < 0 && d > 200 && g[0]; }
int main(void) {
  g[0] = 1;
  Big b = big(3, (Big){{1, 2, 3, 4, 5}});
  Two t = two((Two){1, 2}, 3);
  Three h = three((Three){1, 2, 3}, 4);
  Vector v = {1, 2, 3, 4, 5, 6, 7, 8};
  v = vector(v, v);
  preserving(4);
  printf("%ld %ld %g %g %g\n", b.a[0], b.a[4], t.x, t.y, (double)h.c);
  printf("%ld %Lg %ld\n", on_stack(1, 2, 3, 4, 5, 6, 7, 8, 10.5, 11), x87(2.5L, 3), (long)wide(5, 3, 2, 7, 9));
  printf("%g %g %d %d\n", (double)v[0], (double)v[7], aligned(5), varied(3, 1, 2, 3));
  printf("%g\n", by_vector(1, v, 2));
  printf("%ld %d %ld %d\n", windows(1, 2, 3, 4, 5, 6), g[1], chain(100000, 0), extended(-1, 250));
#pragma exg task
  g[2] = 1;
}
