// Pragmas, attributes, labels and macros before loops: a directive stands before the pragmas and behind the labels, and
// where neither does there is no patch.
#include <stdio.h>

enum { N = 240 };
static int a[N], b[N], grid[N][8];
#define EACH(i) for (int i = 0; i < N; i++)
#define UNROLLED _Pragma("unroll 4")
#define UNROLLED_EACH(i) _Pragma("unroll 4") for (int i = 0; i < N; i++)

static void pragmas(void) {
#pragma clang loop unroll(disable) vectorize(enable)
  for (int i = 0; i < N; i++) a[i] = (i * 131 + 57) % 241; //@ doall
#pragma unroll 4
#pragma clang loop vectorize(enable)
  for (int i = 0; i < N; i++) b[i] = a[i] + 1; //@ doall
#pragma GCC unroll 4
  // A comment between them.

  for (int i = 0; i < N; i++) b[i] += a[i]; //@ doall
#pragma GCC ivdep
  for (int i = 0; i < N; i++) b[i] -= i; //@ doall
#pragma clang loop \
    unroll(disable)
  for (int i = 0; i < N; i++) b[i] += 3; //@ doall
#pragma nounroll
  for (int i = 0; i < N; i++) //@ doall
#pragma unroll 2
    for (int j = 0; j < 8; j++) grid[i][j] = a[i] + j; //@ doall
}

static void conditions(void) {
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
  for (int i = 0; i < N; i++) a[i] += b[i]; //@ doall
#ifdef __clang__
#pragma clang loop unroll(disable)
#else
#pragma GCC unroll 4
#endif
  for (int i = 0; i < N; i++) a[i] += 2; //@ doall
#pragma unroll 4
#ifdef NOWHERE
  for (int i = N - 1; i >= 0; i--) a[i] += 4;
#else
  for (int i = 0; i < N; i++) a[i] += 5; //@ doall
#endif
}

static void operators(int n) {
  _Pragma("clang loop unroll(disable)")
  for (int i = 0; i < n; i++) a[i] += b[i]; //@ doall
  _Pragma("unroll 4") for (int i = 0; i < n; i++) a[i] += 1; //@ doall
  UNROLLED
  for (int i = 0; i < n; i++) a[i] += 2; //@ doall
  UNROLLED for (int i = 0; i < n; i++) a[i] += 3; //@ doall
  UNROLLED_EACH(i) a[i] += 4; //@ doall
  EACH(i) a[i] += 5; //@ doall
  EACH(i) { //@ doall
    a[i] += 6;
  }
}

static int behind_pragma(int n) {
  int i;
#pragma unroll 4
  for (i = 0; i < n; i++) a[i] -= 1; //@ doall lastprivate(i)
  return i;
}

static void attributes(void) {
  [[clang::code_align(32)]] for (int i = 0; i < N; i++) a[i] += 1; //@ doall
  [[clang::code_align(32)]]
  for (int i = 0; i < N; i++) a[i] += 2; //@ doall
  [[nowhere::known]]
  for (int i = 0; i < N; i++) a[i] += 3; //@ doall
  __attribute__((code_align(32)))
  for (int i = 0; i < N; i++) a[i] += 4; //@ doall
}

static void branches(int n) {
  if (n > 3)
#pragma unroll 4
    for (int i = 0; i < n; i++) a[i] += 1; //@ doall
  else
#pragma unroll 2
    for (int i = 0; i < n; i++) a[i] += 2; //@ never
  if (n > 4) for (int i = 0; i < n; i++) a[i] += 3; //@ doall
  do for (int i = 0; i < n; i++) a[i] += 4; //@1 few //@2 doall
  while (n < 0);
  { for (int i = 0; i < n; i++) a[i] += 5; } //@ doall
}

static void labels(int n) {
  int round = 0;
again:
  for (int i = 0; i < n; i++) a[i] += b[i] % 3; //@ doall
  if (++round < 2) goto again;
once: for (int i = 0; i < n; i++) a[i] += 1; //@ doall
  if (++round < 4) goto once;
hinted:
#pragma unroll 4
  for (int i = 0; i < n; i++) a[i] += 2; //@ doall
  if (++round < 6) goto hinted;
  switch (round) {
  case 6:
    for (int i = 0; i < n; i++) a[i] += 3; //@ doall
  case 7: for (int i = 0; i < n; i++) a[i] += 4; //@ doall
    break;
  default: /* none */ for (int i = 0; i < n; i++) a[i] += 5; //@ never
  }
}

int main(void) {
  pragmas();
  conditions();
  operators(N);
  const int end = behind_pragma(N);
  attributes();
  branches(N);
  labels(N);
  long sum = 0;
#pragma unroll 4
  for (int i = 0; i < N; i++) sum += a[i] * (i % 5) + grid[i][3]; //@ reduction reduction(+:sum)
  printf("%ld %d\n", sum, end);
  return 0;
}
