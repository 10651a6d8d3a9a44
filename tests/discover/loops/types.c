// Sums, minima and flags in variables of every type. OpenMP combines some of them by functions that -fopenmp alone does
// not link, and others not at all: these have the verdict, and no patch.
#include <complex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 240 };
enum color { RED, GREEN = 4, BLUE = 8 };
static int v[N];
static double w[N];
static atomic_int counted;
static long double large[4];
static double complex turns;

static void fill(void) {
  for (int i = 0; i < N; i++) { //@ doall
    v[i] = (i * 131 + 57) % 241;
    w[i] = (i * 29) % 83;
  }
}

static void narrow(void) {
  signed char c = 0;
  unsigned char u = 1;
  short s = 0;
  for (int i = 0; i < N; i++) c += v[i]; //@ reduction reduction(+:c)
  for (int i = 0; i < N; i++) u *= 2 * v[i] + 1; //@ reduction reduction(*:u)
  for (int i = 0; i < N; i++) s ^= v[i]; //@ reduction reduction(^:s)
  printf("narrow %d %d %d\n", c, u, s);
}

static void wide(void) {
  int64_t s = 0;
  unsigned long long u = 0;
  size_t most = 0;
  for (int i = 0; i < N; i++) s += (int64_t)v[i] * v[i]; //@ reduction reduction(+:s)
  for (int i = 0; i < N; i++) u |= 1ull << (v[i] % 50); //@ reduction reduction(|:u)
  for (int i = 0; i < N; i++) { //@ reduction reduction(max:most)
    const size_t found = (size_t)v[i] * 3;
    most = most < found ? found : most;
  }
  printf("wide %ld %llu %zu\n", (long)s, u, most);
}

static void truth(void) {
  bool all = true, any = false;
  for (int i = 0; i < N; i++) all = all && v[i] < 300; //@ reduction reduction(&&:all)
  for (int i = 0; i < N; i++) any |= v[i] == 57; //@ reduction reduction(|:any) or reduction reduction(||:any)
  printf("truth %d %d\n", all, any);
}

static void floating(void) {
  float f = 0;
  double d = 0;
  _Float16 h = 0;
  for (int i = 0; i < N; i++) f += (float)w[i]; //@ reduction reduction(+:f)
  for (int i = 0; i < N; i++) d += w[i]; //@ reduction reduction(+:d)
  for (int i = 0; i < N; i++) h += (_Float16)(v[i] % 2); //@ reduction reduction(+:h)
  printf("floating %g %g %g\n", f, d, (double)h);
}

static void long_doubles(void) {
  long double s = 0, least = 1000;
  for (int i = 0; i < N; i++) s += w[i]; //@ reduction reduction(+:s)
  for (int i = 0; i < N; i++) //@ reduction reduction(min:least)
    if (w[i] < least) least = w[i];
  for (int i = 0; i < N; i++) large[v[i] % 4] += w[i]; //@ reduction reduction(+:large)
  printf("long double %Lg %Lg %Lg\n", s, least, large[1]);
}

static void behind_pointer(long double *restrict sum, double *restrict plain) {
  for (int i = 0; i < N; i++) *sum += w[i]; //@ reduction reduction(+:sum)
  for (int i = 0; i < N; i++) *plain += w[i]; //@ reduction reduction(+:plain)
}

static void complex_numbers(void) {
  float complex f = 0;
  double complex d = 1;
  for (int i = 0; i < N; i++) f += (float)w[i] * I; //@ reduction ...
  for (int i = 0; i < N; i++) d *= cexp(I * w[i]); //@ reduction ... or serial
  for (int i = 0; i < N; i++) turns += w[i] * I; //@ reduction ...
  printf("complex %g %d %g\n", cimagf(f), cabs(d) < 2, cimag(turns));
}

static void very_wide(void) {
  __int128 s = 0;
  unsigned __int128 bits = 0;
  _BitInt(90) odd = 0;
  _BitInt(17) few = 0;
  for (int i = 0; i < N; i++) s += v[i]; //@ reduction reduction(+:s)
  for (int i = 0; i < N; i++) bits |= (unsigned __int128)1 << (v[i] % 100); //@ reduction reduction(|:bits)
  for (int i = 0; i < N; i++) odd += v[i]; //@ reduction reduction(+:odd)
  for (int i = 0; i < N; i++) few += v[i] % 3; //@ reduction reduction(+:few)
  printf("wide %ld %ld %d %d\n", (long)s, (long)(bits >> 64), (int)odd, (int)few);
}

static void atomics(void) {
  _Atomic long s = 0;
  _Atomic double d = 0;
  for (int i = 0; i < N; i++) counted += v[i]; //@ reduction ... or serial
  for (int i = 0; i < N; i++) s += v[i]; //@ reduction ... or serial
  for (int i = 0; i < N; i++) d += w[i]; //@ reduction ... or serial
  for (int i = 0; i < N; i++) atomic_fetch_add(&counted, v[i]); //@ reduction ... or serial
  printf("atomics %d %ld %g\n", counted, (long)s, (double)d);
}

static void named_numbers(void) {
  enum color all = RED, most = RED;
  for (int i = 0; i < N; i++) all |= v[i] % 2 ? GREEN : BLUE; //@ reduction reduction(|:all)
  for (int i = 0; i < N; i++) { //@ reduction reduction(max:most)
    const enum color found = v[i] % 2 ? GREEN : BLUE;
    if (found > most) most = found;
  }
  printf("colors %d %d\n", all, most);
}

static void always_in_memory(void) {
  volatile int s = 0;
  volatile double d = 0;
  for (int i = 0; i < N; i++) s += v[i]; //@ reduction reduction(+:s) or serial
  for (int i = 0; i < N; i++) d += w[i]; //@ reduction reduction(+:d) or serial
  printf("volatile %d %g\n", s, d);
}

struct Parts {
  unsigned low : 5, high : 11;
  long sum;
};
union Number {
  int whole;
  float part;
};

static void parts(void) {
  struct Parts p = {0, 0, 0};
  union Number n = {.whole = 0};
  for (int i = 0; i < N; i++) p.high += v[i]; //@ reduction ... or serial
  for (int i = 0; i < N; i++) p.sum += v[i]; //@ reduction ...
  for (int i = 0; i < N; i++) n.whole += v[i]; //@ reduction ...
  printf("parts %d %ld %d\n", p.high, p.sum, n.whole);
}

static void pointers(void) {
  int *last = v;
  const int *most = v;
  for (int i = 0; i < N; i++) last += v[i] % 2; //@ reduction ... or serial
  for (int i = 0; i < N; i++) //@ reduction ... or serial
    if (&v[v[i] % N] > most) most = &v[v[i] % N];
  printf("pointers %d %d\n", (int)(last - v), (int)(most - v));
}

int main(void) {
  long double behind = 0;
  double plain = 0;
  fill();
  narrow();
  wide();
  truth();
  floating();
  long_doubles();
  behind_pointer(&behind, &plain);
  printf("behind a pointer %Lg %g\n", behind, plain);
  complex_numbers();
  very_wide();
  atomics();
  named_numbers();
  always_in_memory();
  parts();
  pointers();
  return 0;
}
