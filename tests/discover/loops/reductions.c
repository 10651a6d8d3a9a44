// Reductions of every operator, and loops that look like reductions.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { N = 240 };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int v[N];
static double w[N];
static long total;
struct Summary {
  double sum, squares;
};

static void fill(void) {
  for (int i = 0; i < N; i++) { //@ doall
    v[i] = (i * 131 + 57) % 241;
    w[i] = (i * 29) % 83;
  }
  v[2] = -90;
}

static void sums(void) {
  int s = 0, squares = 0;
  for (int i = 0; i < N; i++) s = s + v[i]; //@ reduction reduction(+:s)
  for (int i = 0; i < N; i++) squares = v[i] * v[i] + squares; //@ reduction reduction(+:squares)
  printf("sums %d %d\n", s, squares);
}

static void difference(void) {
  int s = 100;
  for (int i = 0; i < N; i++) s -= v[i]; //@ reduction reduction(+:s)
  printf("difference %d\n", s);
}

static void product(void) {
  unsigned p = 1;
  for (int i = 0; i < N; i++) p *= 2 * v[i] + 1; //@ reduction reduction(*:p)
  printf("product %u\n", p);
}

static void least_by_if(void) {
  int least = INT_MAX;
  for (int i = 0; i < N; i++) //@ reduction reduction(min:least)
    if (v[i] < least) least = v[i];
  printf("least_by_if %d\n", least);
}

static void largest_by_operator(void) {
  int largest = v[0];
  for (int i = 1; i < N; i++) largest = v[i] > largest ? v[i] : largest; //@ reduction reduction(max:largest)
  printf("largest_by_operator %d\n", largest);
}

static void largest_by_function(void) {
  double largest = -DBL_MAX, least = DBL_MAX;
  for (int i = 0; i < N; i++) { //@ reduction reduction(max:largest) reduction(min:least)
    largest = fmax(largest, w[i]);
    least = fmin(w[i], least);
  }
  printf("largest_by_function %g %g\n", largest, least);
}

static void largest_by_macro(void) {
  double largest = 0;
  for (int i = 0; i < N; i++) largest = MAX(largest, w[i]); //@ reduction reduction(max:largest)
  printf("largest_by_macro %g\n", largest);
}

static void least_and_place(void) {
  int least = v[0], place = 0;
  for (int i = 1; i < N; i++) { //@ reduction ... or serial
    if (v[i] < least) {
      least = v[i];
      place = i;
    }
  }
  printf("least_and_place %d %d\n", least, place);
}

static void place_of_largest(void) { // the value is looked up by its place
  int place = 0;
  for (int i = 1; i < N; i++) //@ reduction ... or serial
    if (w[i] > w[place]) place = i;
  printf("place_of_largest %d\n", place);
}

static void bits(void) {
  unsigned all = ~0u, any = 0, parity = 0;
  for (int i = 0; i < N; i++) all &= v[i] | 0x10; //@ reduction reduction(&:all)
  for (int i = 0; i < N; i++) any |= v[i] & 0x55; //@ reduction reduction(|:any)
  for (int i = 0; i < N; i++) parity ^= v[i] * 2654435761u; //@ reduction reduction(^:parity)
  printf("bits %x %x %x\n", all, any, parity);
}

static void logic(void) {
  bool all = true, any = false;
  for (int i = 0; i < N; i++) all = all && v[i] > -100; //@ reduction reduction(&&:all)
  for (int i = 0; i < N; i++) any = any || v[i] == 240; //@ reduction reduction(||:any)
  printf("logic %d %d\n", all, any);
}

static void flag_if_found(void) { // all writers write the same value
  int found = 0;
  for (int i = 0; i < N; i++) { //@ reduction reduction(||:found) or reduction ... or serial
    if (v[i] == 57) found = 1;
  }
  printf("flag_if_found %d\n", found);
}

static void counts(void) {
  int small = 0, large = 0;
  for (int i = 0; i < N; i++) { //@ reduction reduction(+:small,large)
    if (v[i] < 20)
      small++;
    else if (v[i] > 200)
      ++large;
  }
  printf("counts %d %d\n", small, large);
}

static void count_by_value(void) {
  long n = 0;
  for (int i = 0; i < N; i++) n += w[i] > 40; //@ reduction reduction(+:n)
  printf("count_by_value %ld\n", n);
}

static void several(void) {
  double sum = 0, largest = 0, t;
  int even = 0, i;
  for (i = 0; i < N; i++) { //@ reduction private(t) reduction(+:sum,even) reduction(max:largest)
    t = w[i] * 2;
    sum += t;
    if (t > largest) largest = t;
    even += (v[i] & 1) == 0;
  }
  printf("several %g %g %d\n", sum, largest, even);
}

static void elements(void) { // two elements of an array accumulate
  long moments[2] = {0, 0};
  for (int i = 0; i < N; i++) { //@ reduction reduction(+:moments)
    moments[0] += v[i];
    moments[1] += v[i] * v[i];
  }
  printf("elements %ld %ld\n", moments[0], moments[1]);
}

static void through_pointer(long* out, const int* x, int n) {
  for (int i = 0; i < n; i++) *out += x[i]; //@ reduction reduction(+:out[0:1])
}

static void members(void) { // OpenMP cannot name a member in a clause
  struct Summary s = {0, 0};
  for (int i = 0; i < N; i++) { //@ reduction ... or serial
    s.sum += w[i];
    s.squares += w[i] * w[i];
  }
  printf("members %g %g\n", s.sum, s.squares);
}

static void global(void) {
  for (int i = 0; i < N; i++) total += v[i]; //@ reduction reduction(+:total)
  printf("global %ld\n", total);
}

static void nested(void) {
  static int table[15][16];
  int s = 0, i, j;
  for (i = 0; i < 15; i++) //@ doall private(j)
    for (j = 0; j < 16; j++) table[i][j] = v[i * 16 + j]; //@ doall
  for (i = 0; i < 15; i++) //@ reduction private(j) reduction(+:s)
    for (j = 0; j < 16; j++) //@ reduction reduction(+:s)
      if ((i + j) % 2) s += table[i][j];
  printf("nested %d\n", s);
}

static void strided_dot(void) {
  double dot = 0;
  for (int i = 0; i < N; i += 6) dot += w[i] * w[N - 1 - i]; //@ reduction reduction(+:dot)
  printf("strided_dot %g\n", dot);
}

static void mean_and_variance(void) {
  long sum = 0, squares = 0;
  for (int i = 0; i < N; i++) sum += v[i]; //@ reduction reduction(+:sum)
  long mean = sum / N;
  for (int i = 0; i < N; i++) squares += (v[i] - mean) * (v[i] - mean); //@ reduction reduction(+:squares)
  printf("mean_and_variance %ld %ld\n", mean, squares / N);
}

static void read_on_the_way(void) {
  int s = 0, over = 0;
  for (int i = 0; i < N; i++) { //@ serial
    s += v[i];
    if (s > 5000) over++;
  }
  printf("read_on_the_way %d %d\n", s, over);
}

static void two_operators(void) {
  unsigned s = 1;
  for (int i = 0; i < N; i++) { //@ serial
    s += v[i];
    s *= 3;
  }
  printf("two_operators %u\n", s);
}

static void two_operators_by_case(void) {
  unsigned s = 1;
  for (int i = 0; i < N; i++) { //@ serial
    if (i % 50 == 0)
      s *= 3;
    else
      s += v[i];
  }
  printf("two_operators_by_case %u\n", s);
}

static void alternating(void) { // s = v - s is no sum
  int s = 0;
  for (int i = 0; i < N; i++) s = v[i] - s; //@ serial
  printf("alternating %d\n", s);
}

static void saturated(void) {
  int s = 0;
  for (int i = 0; i < N; i++) { //@ serial
    s += v[i] - 118;
    if (s > 150) s = 150;
    if (s < -150) s = -150;
  }
  printf("saturated %d\n", s);
}

static void horner(void) {
  unsigned s = 0;
  for (int i = 0; i < N; i++) s = s * 7 + v[i]; //@ serial
  printf("horner %u\n", s);
}

static void running_largest(void) {
  int largest = v[0];
  static int out[N];
  long s = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    if (v[i] > largest) largest = v[i];
    out[i] = largest;
  }
  for (int i = 0; i < N; i++) s += out[i]; //@ reduction reduction(+:s)
  printf("running_largest %ld\n", s);
}

static void either_or(void) { // whether the least is looked at depends on the largest so far
  int largest = v[0], least = v[0];
  for (int i = 0; i < N; i++) { //@ serial
    if (v[i] > largest)
      largest = v[i];
    else if (v[i] < least)
      least = v[i];
  }
  printf("either_or %d %d\n", largest, least);
}

static void second_largest(void) {
  int first = -1000, second = -1000;
  for (int i = 0; i < N; i++) { //@ serial
    if (v[i] > first) {
      second = first;
      first = v[i];
    } else if (v[i] > second) {
      second = v[i];
    }
  }
  printf("second_largest %d %d\n", first, second);
}

static void reset_on_the_way(void) { // the longest run of small values
  int length = 0, longest = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    length = v[i] < 150 ? length + 1 : 0;
    if (length > longest) longest = length;
  }
  printf("reset_on_the_way %d\n", longest);
}

static void parts_by_value(void) { // no clause can name the parts
  struct {
    int sum, squares, count;
  } of[4] = {0};
  for (int i = 0; i < N; i++) { //@ reduction ...
    int t = v[i] & 3;
    of[t].sum += v[i];
    of[t].squares += v[i] * v[i];
    of[t].count++;
  }
  printf("parts_by_value %d %d %d\n", of[0].sum, of[1].squares, of[2].count);
}

__attribute__((noinline)) static void first_and_any(int *a) { // `a[:1]` would be a part of what is updated
  for (int i = 0; i < N; i++) { //@ reduction ...
    a[0] += 3;
    a[v[i] & 7]++;
  }
}

// `b &= e` of a boolean is computed as an integer and then made a boolean again.
static void booleans(void) {
  bool all = true, any = false, odd = false, both = true, by_case = false, odd_bits = false;
  for (int i = 0; i < N; i++) all &= v[i] > -100 || w[i] > 5; //@ reduction reduction(&:all)
  for (int i = 0; i < N; i++) any |= v[i] == 240; //@ reduction reduction(|:any)
  for (int i = 0; i < N; i++) odd ^= v[i] > 5; //@ reduction reduction(^:odd)
  for (int i = 0; i < N; i++) both &= v[i]; //@ reduction reduction(&:both)
  for (int i = 0; i < N; i++) //@ reduction reduction(|:by_case)
    if (w[i] > 80) by_case |= v[i] > 3;
  for (int i = 0; i < N; i++) odd_bits ^= v[i]; //@ serial
  printf("booleans %d %d %d %d %d %d\n", all, any, odd, both, by_case, odd_bits);
}

static void integers_made_boolean(void) { // which begin with neither 0 nor 1
  int x = 2, y = 2;
  for (int i = 0; i < N; i++) x = (x & v[i]) != 0; //@ serial
  for (int i = 0; i < N; i++) y = (y | v[i]) != 0; //@ serial
  printf("integers_made_boolean %d %d\n", x, y);
}

static unsigned long twice_global, twice_table[8];
static void sums_of_themselves(void) { // a value that doubles is no sum
  unsigned long s = 1, by_case = 1;
  twice_global = 1;
  for (int i = 0; i < N; i++) s += s + v[i]; //@ serial ...
  for (int i = 0; i < N; i++) //@ serial ...
    if (v[i] > 200)
      by_case += by_case;
    else
      by_case += v[i];
  for (int i = 0; i < N; i++) twice_global += twice_global + v[i]; //@ serial ...
  for (int i = 0; i < N; i++) twice_table[i & 7] += twice_table[i & 7] + v[i]; //@ doacross ... or serial ...
  printf("sums_of_themselves %lu %lu %lu %lu\n", s, by_case, twice_global, twice_table[3]);
}

__attribute__((noinline)) static void numbers_if_found(int unknown) { // which are no truth values
  int two = 0, least = 7, kept = unknown;
  for (int i = 0; i < N; i++) //@ reduction reduction(max:two)
    if (v[i] == 240) two = 2;
  for (int i = 0; i < N; i++) //@ reduction reduction(min:least)
    if (v[i] == 1000) least = 1;
  for (int i = 0; i < N; i++) //@ serial ...
    if (v[i] == 1000) kept = 1;
  printf("numbers_if_found %d %d %d\n", two, least, kept);
}

static void shifted(void) { // shifts in one bit: no reduction by |
  unsigned r = 0;
  for (int i = 0; i < 24; i++) r = (r << 1) | (v[i] & 1); //@ serial
  printf("shifted %x\n", r);
}

int main(void) {
  fill();
  sums();
  difference();
  product();
  least_by_if();
  largest_by_operator();
  largest_by_function();
  largest_by_macro();
  least_and_place();
  place_of_largest();
  bits();
  logic();
  sums_of_themselves();
  numbers_if_found(6 + (v[0] == 12345));
  booleans();
  integers_made_boolean();
  flag_if_found();
  counts();
  count_by_value();
  several();
  elements();
  long sum = 5;
  through_pointer(&sum, v, N);
  printf("through_pointer %ld\n", sum);
  members();
  global();
  nested();
  strided_dot();
  mean_and_variance();
  read_on_the_way();
  two_operators();
  two_operators_by_case();
  alternating();
  saturated();
  horner();
  running_largest();
  either_or();
  second_largest();
  reset_on_the_way();
  parts_by_value();
  int any[8] = {0};
  first_and_any(any);
  printf("first_and_any %d %d\n", any[0], any[5]);
  shifted();
}
