// Loops that are counted in another form than OpenMP wants: iterations that are independent are so in any form.
#include <stdio.h>
#include <stdlib.h>

enum { N = 240 };

static int a[N + 8], b[N + 8], c[N + 8];

static void fill(void) {
  for (int i = 0; i < N; i++) { //@ doall
    a[i] = (i * 131 + 57) % 241;
    b[i] = (i * 37) % 101;
  }
}

static void show(const char *name) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++) sum = sum * 31 + (unsigned)c[i]; //@ serial
  printf("%s %u\n", name, sum);
}

static void down(void) {
  int i;
  for (i = N; i-- > 0;) c[i] = a[i] + b[i]; //@ doall ...
  for (i = N; i-- > 0;) { //@ doall ...
    int t = a[i] * 3;
    c[i] += t;
  }
  show("down");
  unsigned u;
  for (u = N; u--;) c[u] = a[u] - b[u]; //@ doall ...
  for (size_t k = N; k-- > 0;) c[k] += b[k]; //@ doall ...
  for (int k = N; --k >= 0;) c[k] ^= b[k]; //@ doall ...
  for (int k = N; k-- != 0;) c[k] += 2; //@ doall ...
  show("down unsigned");
}

static void down_carried(void) {
  int i, sum = 0;
  for (i = N; i-- > 0;) c[i] += c[i + 1]; //@ serial or doacross
  for (i = N - 1; i-- > 0;) sum += c[i]; //@ reduction reduction(+:sum)
  for (i = N; i-- > 0;) if (c[i] == 77) break; //@ serial
  show("down_carried");
  printf("%d %d\n", sum, i);
}

static void down_with_writes(int n) {
  for (int i = n; i-- > 0;) { //@ serial
    c[i] = i;
    if (a[i] % 7 == 0) i--;
  }
  show("down_with_writes");
}

static void until_zero(int n) {
  int m = n;
  while (n--) c[n] = a[n] * b[n]; //@ doall ...
  n = m;
  while (n-- > 0) c[n] += a[n]; //@ doall ...
  n = m;
  while (--n >= 0) c[n] -= b[n]; //@ doall ...
  show("until_zero");
  int *p = c, sum = 0;
  n = m;
  while (n--) *p++ += 3; //@ doall ...
  n = m;
  while (n--) sum += c[n]; //@ reduction ...
  int i = 0;
  while (i < m) { //@ doall ...
    c[i] = a[i] + 1;
    i++;
  }
  i = 0;
  do { //@ doall ...
    c[i] += b[i];
  } while (++i < m);
  show("until");
  printf("%d\n", sum);
}

static void until_zero_carried(int n) {
  int m = n, x = 1;
  while (n--) x = x * 3 + c[n]; //@ serial
  n = m;
  while (n--) c[n] += c[n + 1]; //@ serial or doacross
  n = m;
  while (n-- && c[n] % 16 != 5) c[n] = 1; //@ serial
  n = m;
  while (n > 0) { //@ serial
    c[n - 1] = 2;
    n -= 1 + a[n] % 3;
  }
  int *end = c + m, *p = c;
  while (p != end) *p++ += 1; //@ doall ...
  show("until_zero_carried");
  printf("%d\n", x);
}

static int limit = N;
static void lower(void) { limit--; }

static void bound_changes(void) {
  int i = 0;
  while (i < limit) { //@ serial
    c[i] = i;
    i++;
    lower();
  }
  show("bound_changes");
}

static int by_value(const void *x, const void *y) {
  const int u = *(const int *)x, v = *(const int *)y;
  return (u > v) - (u < v);
}

static void searches(void) {
  static int sorted[N];
  int hits = 0;
  for (int i = 0; i < N; i++) sorted[i] = 3 * i; //@ doall
  for (int i = 0; i < N; i++) { //@ doall
    const int *at = bsearch(&a[i], sorted, N, sizeof *sorted, by_value);
    c[i] = at ? (int)(at - sorted) : -1;
  }
  show("searches");
  for (int i = 0; i < N; i++) { //@ reduction reduction(+:hits)
    int key = a[i] + b[i];
    hits += bsearch(&key, sorted, N, sizeof key, by_value) != NULL;
  }
  printf("searches %d\n", hits);
}

int main(void) {
  fill();
  down();
  down_carried();
  down_with_writes(N);
  until_zero(N);
  until_zero_carried(N);
  bound_changes();
  searches();
  return 0;
}
