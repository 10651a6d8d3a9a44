// Recurrences: a value of one iteration enters a later one. Constant distances above one leave parallelism between them.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 256 };
static int a[N], b[N];

static void fill(void) {
  for (int i = 0; i < N; i++) a[i] = (i * 89 + 11) % 103; //@ doall
}

static void show(const char* name, const int* x) {
  long s = 0;
  for (int i = 0; i < N; i++) s += (long)x[i] * (i % 5 + 1); //@ reduction reduction(+:s)
  printf("%s %ld\n", name, s);
}

static void prefix_sum(void) {
  int s = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    s += a[i];
    b[i] = s;
  }
  show("prefix_sum", b);
}

static void prefix_sum_exclusive(void) {
  int s = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    b[i] = s;
    s += a[i];
  }
  show("prefix_sum_exclusive", b);
}

static void prefix_in_place(void) {
  fill();
  for (int i = 1; i < N; i++) a[i] += a[i - 1]; //@ serial or doacross
  show("prefix_in_place", a);
}

static void scan_by_doubling(void) { // Hillis and Steele: the steps are serial, each is parallel
  static int x[N], y[N];
  fill();
  for (int i = 0; i < N; i++) x[i] = a[i]; //@ doall
  for (int d = 1; d < N; d *= 2) { //@ serial or doacross
    for (int i = 0; i < N; i++) y[i] = i >= d ? x[i] + x[i - d] : x[i]; //@ doall
    for (int i = 0; i < N; i++) x[i] = y[i]; //@ doall
  }
  show("scan_by_doubling", x);
}

static void scan_by_tree(void) { // Blelloch
  fill();
  for (int d = 1; d < N; d *= 2) //@ serial or doacross
    for (int i = 2 * d - 1; i < N; i += 2 * d) a[i] += a[i - d]; //@ doall
  a[N - 1] = 0;
  for (int d = N / 2; d > 0; d /= 2) //@ serial or doacross
    for (int i = 2 * d - 1; i < N; i += 2 * d) { //@ doall
      int t = a[i - d];
      a[i - d] = a[i];
      a[i] += t;
    }
  show("scan_by_tree", a);
}

static void first_order(void) {
  fill();
  b[0] = 1;
  for (int i = 1; i < N; i++) b[i] = (b[i - 1] * 3 + a[i]) & 1023; //@ serial or doacross
  show("first_order", b);
}

static void second_order(void) {
  unsigned f[N];
  f[0] = f[1] = 1;
  for (int i = 2; i < N; i++) f[i] = f[i - 1] + f[i - 2]; //@ serial or doacross
  printf("second_order %u\n", f[N - 1]);
}

static void second_order_in_scalars(void) {
  unsigned x = 0, y = 1;
  for (int i = 0; i < N; i++) { //@ serial
    unsigned z = x + y;
    x = y;
    y = z;
  }
  printf("second_order_in_scalars %u\n", x);
}

static void distance_four(void) {
  fill();
  for (int i = 4; i < N; i++) a[i] = a[i - 4] / 2 + a[i]; //@ doacross
  show("distance_four", a);
}

static void distance_sixteen_backwards(void) {
  fill();
  for (int i = N - 17; i >= 0; i--) a[i] ^= a[i + 16]; //@ doacross
  show("distance_sixteen_backwards", a);
}

static void ahead_by_ten(void) { // anti dependences of distance 10
  fill();
  for (int i = 0; i < N - 10; i++) a[i] = a[i + 10] + 1; //@ doacross or serial
  show("ahead_by_ten", a);
}

static void distances_two_and_five(void) {
  fill();
  for (int i = 5; i < N; i++) a[i] = (a[i - 2] + a[i - 5]) / 2; //@ doacross
  show("distances_two_and_five", a);
}

static void same_element_twice(void) { // output dependences: the last writer of each element counts
  fill();
  for (int i = 0; i < N; i++) b[i / 2] = a[i]; //@ serial or doacross
  show("same_element_twice", b);
}

static void ring(void) { // the slot is reused after eight iterations
  int slots[8] = {0};
  fill();
  for (int i = 0; i < N; i++) { //@ doacross or serial
    slots[i % 8] += a[i];
    b[i] = slots[i % 8];
  }
  show("ring", b);
}

static void congruential(void) {
  uint32_t x = 12345;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    x = x * 1664525u + 1013904223u;
    b[i] = (int)(x >> 20);
  }
  show("congruential", b);
}

static void xorshift(void) {
  uint64_t x = 88172645463325252u;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    b[i] = (int)(x & 0xffff);
  }
  show("xorshift", b);
}

static void induction_in_steps(void) { // j is a function of i
  int j = 3;
  fill();
  for (int i = 0; i < 80; i++) { //@ doall ... or serial
    b[i] = a[j];
    j += 3;
  }
  show("induction_in_steps", b);
}

static void induction_by_case(void) { // j is not
  int j = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    b[i] = a[j];
    if (a[i] & 1) j++;
  }
  show("induction_by_case", b);
}

static void floating_index(void) { // each step rounds
  double x = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    x += 0.1;
    b[i] = (int)(x * 10);
  }
  show("floating_index", b);
}

static void exponential_average(void) {
  double mean = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    mean = 0.875 * mean + 0.125 * a[i];
    b[i] = (int)mean;
  }
  show("exponential_average", b);
}

static void two_stages(void) { // the first stage is a chain, the second one uses it
  fill();
  b[0] = 0;
  int c[N];
  for (int i = 1; i < N; i++) { //@ pipeline or doacross or serial
    b[i] = (b[i - 1] + a[i]) % 211;
    c[i] = b[i] * b[i] % 97;
    a[i] = c[i] + i;
  }
  show("two_stages", a);
}

static void two_chains(void) { // both stages are chains
  fill();
  b[0] = a[0] = 0;
  for (int i = 1; i < N; i++) { //@ pipeline or doacross or serial
    a[i] = (a[i - 1] * 5 + i) % 127;
    b[i] = (b[i - 1] * 3 + a[i]) % 127;
  }
  show("two_chains", b);
}

static void rows_feed_rows(void) { // stages over blocks of data: a pipeline over rows
  static int t[16][32];
  for (int i = 0; i < 16; i++) //@ doall
    for (int j = 0; j < 32; j++) t[i][j] = (i + 1) * j; //@ doall
  for (int i = 1; i < 16; i++) { //@ pipeline or doacross or serial
    for (int j = 0; j < 32; j++) t[i][j] += t[i - 1][j]; //@ doall
    for (int j = 1; j < 32; j++) t[i][j] += t[i][j - 1] & 3; //@ serial or doacross
  }
  show("rows_feed_rows", &t[0][0]);
}

static void checked_first(void) { // the loop may be left in front of all else
  fill();
  for (int i = 0; i + 1 < N; i++) { //@ serial
    const int before = a[i];
    assert(before >= 0);
    a[i + 1] = (a[i + 1] + before) % 31;
  }
  show("checked_first", a);
}

static void continued_early(void) { // the loop goes on in two places
  fill();
  int i = 0;
  while (i + 3 < N) { //@ serial
    if (a[i] % 3 == 0) {
      a[i + 1] = 7;
      i += 1;
      continue;
    }
    a[i + 3] = a[i] + i;
    i += 1;
  }
  show("continued_early", a);
}

int main(void) {
  fill();
  prefix_sum();
  prefix_sum_exclusive();
  prefix_in_place();
  scan_by_doubling();
  scan_by_tree();
  first_order();
  second_order();
  second_order_in_scalars();
  distance_four();
  distance_sixteen_backwards();
  ahead_by_ten();
  distances_two_and_five();
  same_element_twice();
  ring();
  congruential();
  xorshift();
  induction_in_steps();
  induction_by_case();
  floating_index();
  exponential_average();
  two_stages();
  two_chains();
  rows_feed_rows();
  checked_first();
  continued_early();
}
