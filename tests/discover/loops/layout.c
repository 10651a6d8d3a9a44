// The same loops however the text is laid out: whole nests on a line, loops in macros, heads over several lines, indices
// of every type and direction.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// clang-format off
enum { N = 100, M = 10 };
static int a[N], b[N], t[M][M];
static void fill(void) { for (int i = 0; i < N; i++) a[i] = i * 31 % 67, b[i] = 1; } //@ doall
static int sum(void) { int s = 0; for (int i = 0; i < N; i++) s += a[i] * 3 + b[i] * (i % 5); return s; } //@ reduction reduction(+:s)
static void show(const char* name) { printf("%s %d\n", name, sum()); fill(); }

static void nest_on_a_line(void) {
  for (int i = 0; i < M; i++) for (int j = 0; j < M; j++) t[i][j] = i ^ j; //@1 doall  //@2 doall
  for (int i = 0; i < M; i++) for (int j = 1; j < M; j++) t[i][j] += t[i][j - 1]; //@1 doall  //@2 serial or doacross
  for (int i = 1; i < M; i++) for (int j = 0; j < M; j++) t[i][j] += t[i - 1][j]; //@1 serial or doacross  //@2 doall
  int s = 0; for (int i = 0; i < M; i++) for (int j = 0; j < M; j++) s += t[i][j]; //@1 reduction reduction(+:s)  //@2 reduction reduction(+:s)
  printf("nest_on_a_line %d\n", s);
}

static void two_on_a_line(void) {
  for (int i = 0; i < N; i++) b[i] = a[i] + 2; for (int i = 1; i < N; i++) a[i] = a[i - 1] ^ b[i]; //@1 doall  //@2 serial or doacross
  show("two_on_a_line");
}

static void three_on_a_line(void) {
  int s = 0; for (int i = 0; i < N; i++) a[i]++; for (int i = 0; i < N; i++) s += a[i]; for (int i = 0; i < N - 1; i++) a[i] = a[i + 1] + s; //@1 doall  //@2 reduction reduction(+:s)  //@3 serial or doacross
  show("three_on_a_line");
}

static void private_on_a_line(void) { int x, i; for (i = 0; i < N; i++) { x = a[i] * 2; b[i] = x + 1; } show("private_on_a_line"); } //@ doall private(x)
static void chain_on_a_line(void) { int x = 0, i; for (i = 0; i < N; i++) { b[i] = x; x = (x * 3 + a[i]) % 50; } show("chain_on_a_line"); } //@ serial or pipeline
static void while_on_a_line(void) { int i = N; while (i-- > 0) b[i] = a[i]; show("while_on_a_line"); } //@ doall ... or serial
static void product_on_a_line(void) {
  static int c[M][M], d[M][M]; for (int i = 0; i < N; i++) c[i / M][i % M] = a[i]; //@ doall
  for (int i = 0; i < M; i++) for (int j = 0; j < M; j++) for (int k = 0; k < M; k++) d[i][j] += c[i][k] * c[k][j]; //@1 doall  //@2 doall  //@3 reduction reduction(+:d[i][j])
  for (int i = 0; i < N; i++) b[i] = d[i / M][i % M]; show("product_on_a_line"); //@ doall
}
static void lu_on_a_line(void) {
  static double m[M][M]; for (int i = 0; i < M; i++) for (int j = 0; j < M; j++) m[i][j] = i == j ? 64 : i + j; //@1 doall  //@2 doall
  for (int k = 0; k < M; k++) for (int i = k + 1; i < M; i++) { m[i][k] /= m[k][k]; for (int j = k + 1; j < M; j++) m[i][j] -= m[i][k] * m[k][j]; } //@1 serial or doacross  //@2 doall  //@3 doall
  printf("lu_on_a_line %.8g\n", m[M - 1][M - 1]);
}
// clang-format on

#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define COPY(to, from, n)                                                                                              \
  do {                                                                                                                 \
    for (int i_ = 0; i_ < (n); i_++) (to)[i_] = (from)[i_];                                                            \
  } while (0)
#define ADD_UP(s, x, n)                                                                                                \
  for (int i_ = 0; i_ < (n); i_++) (s) += (x)[i_]
#define CHAIN(x, n)                                                                                                    \
  for (int i_ = 1; i_ < (n); i_++) (x)[i_] += (x)[i_ - 1] / 2

static void head_in_macro(void) {
  EACH(i, N) b[i] = a[i] - 1; //@ doall
  EACH(i, N - 1) b[i + 1] = b[i] / 2 + a[i]; //@ serial or doacross
  int s = 0;
  EACH(i, N) s += b[i]; //@ reduction reduction(+:s)
  printf("head_in_macro %d\n", s);
}

static void add_in_macro(void) {
  int s = 0;
  ADD_UP(s, a, N); //@ reduction reduction(+:s)
  printf("add_in_macro %d\n", s);
}

static void chain_in_macro(void) {
  CHAIN(a, N); //@ serial or doacross
  show("chain_in_macro");
}

static void nest_of_macros(void) {
  EACH(i, M) { //@ doall
    EACH(j, M) { //@ doall
      t[i][j] = a[i * M + j] * i;
    }
  }
  EACH(i, N) b[i] = t[i / M][i % M]; //@ doall
  show("nest_of_macros");
}

static void head_over_lines(void) {
  for (int i = 0; //@ doall
       i < N;
       i++)
  {
    b[i] =
        a[i]
        * 2;
  }
  int
  s = 0;
  for //@ reduction reduction(+:s)
      (int i = 0; i < N; i++)
    s += b[i];
  printf("head_over_lines %d\n", s);
}

static void triangle(void) {
  for (int i = 0; i < M; i++) //@ doall
    for (int j = i; j < M; j++) t[i][j] = i * j; //@ doall
  for (int i = 0; i < M; i++) //@ doall
    for (int j = 0; j <= i; j++) t[i][j] = i - j; //@ doall
  for (int i = 0; i < N; i++) b[i] = t[i % M][i / M]; //@ doall
  show("triangle");
}

static void collapsed(void) { // a nest as one loop
  for (int k = 0; k < M * M; k++) { //@ doall
    int i = k / M, j = k % M;
    t[i][j] = a[k] + i - j;
  }
  for (int k = 0; k < M * M; k++) b[k] = t[k % M][k / M]; //@ doall
  show("collapsed");
}

static void perfect_nest(void) {
  int i, j, k;
  static int u[6][6][6];
  for (i = 0; i < 6; i++) //@ doall private(j,k)
    for (j = 0; j < 6; j++) //@ doall private(k)
      for (k = 0; k < 6; k++) //@ doall
        u[i][j][k] = i + j * k;
  int s = 0;
  for (i = 0; i < 6; i++) //@ reduction private(j,k) reduction(+:s)
    for (j = 0; j < 6; j++) //@ reduction private(k) reduction(+:s)
      for (k = 0; k < 6; k++) s += u[k][j][i]; //@ reduction reduction(+:s)
  printf("perfect_nest %d\n", s);
}

static void indices_of_each_type(void) {
  for (char i = 0; i < N; i++) b[(int)i] = a[(int)i]; //@ doall
  for (unsigned char i = 0; i < 100; i++) b[i] += i; //@ doall
  for (short i = 0; i < N; i++) b[i] ^= a[i]; //@ doall
  for (unsigned short i = 0; i != N; i++) b[i] += 2; //@ doall
  for (unsigned i = 0; i < N; i++) b[i] *= 3; //@ doall
  for (long i = 0; i < N; i++) b[i] -= a[i]; //@ doall
  for (unsigned long long i = 0; i < N; i++) b[i] += a[N - 1 - i]; //@ doall
  for (size_t i = 0; i < N; i++) b[i] += (int)i; //@ doall
  for (ptrdiff_t i = N - 1; i >= 0; i--) b[i]++; //@ doall
  for (int64_t i = 1; i < N; i++) b[i] += b[i - 1] & 1; //@ serial or doacross
  for (uint8_t i = 1; i < N; i++) b[i] ^= b[i - 1]; //@ serial or doacross
  show("indices_of_each_type");
}

static void strides(void) {
  for (int i = 0; i < N; i += 3) b[i] = a[i]; //@ doall
  for (int i = N - 1; i > 0; i -= 4) b[i] = a[i] * 5; //@ doall
  for (int i = 0; i < N; i += 2) a[i] = a[i] + 1; //@ doall
  for (int i = 2; i < N; i += 2) a[i] += a[i - 2]; //@ serial or doacross
  for (int i = 2; i < N; i += 2) a[i] += a[i - 1]; //@ doall
  for (int i = 1; i <= N / 2; i = i + 1) b[2 * i - 1] = i; //@ doall
  show("strides");
}

static void pointers_as_indices(void) {
  int s = 0;
  for (int* p = a; p < a + N; p++) *p += 1; //@ doall
  for (int* p = b + N - 1; p >= b; p -= 1) *p = 7; //@ doall
  for (const int* p = a; p != a + N; ++p) s += *p; //@ reduction reduction(+:s)
  for (int* p = a + 1; p < a + N; p++) *p ^= p[-1]; //@ serial or doacross
  printf("pointers_as_indices %d\n", s);
  show("pointers_as_indices");
}

static void two_pointers(void) { // the second pointer moves along
  int* to = b;
  for (const int* from = a; from < a + N; from++) *to++ = *from; //@ doall ... or serial
  show("two_pointers");
}

static void geometric(void) { // i doubles: no canonical head
  for (int i = 1; i < N; i *= 2) b[i] = a[i]; //@ doall ... or serial
  show("geometric");
}

static void without_end(void) {
  int i = 0;
  for (;;) { //@ serial
    if (i >= N) break;
    b[i] = a[i] + 3;
    i++;
  }
  show("without_end");
}

int main(void) {
  fill();
  nest_on_a_line();
  two_on_a_line();
  three_on_a_line();
  private_on_a_line();
  chain_on_a_line();
  while_on_a_line();
  product_on_a_line();
  lu_on_a_line();
  head_in_macro();
  add_in_macro();
  chain_in_macro();
  nest_of_macros();
  head_over_lines();
  COPY(b, a, N);
  show("copy_in_macro");
  triangle();
  collapsed();
  perfect_nest();
  indices_of_each_type();
  strides();
  pointers_as_indices();
  two_pointers();
  geometric();
  without_end();
}
