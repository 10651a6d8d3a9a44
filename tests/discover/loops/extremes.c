// Minima and maxima with further conditions: each is one as long as these conditions, and all else that the loop does, do
// not depend on the value so far. Near misses do depend on it.
#include <stdbool.h>
#include <stdio.h>

enum { N = 240 };

static int v[N], mark[N];
static double w[N];

static void fill(void) {
  for (int i = 0; i < N; i++) { //@ doall
    v[i] = (i * 37) % 101 - 50;
    w[i] = v[i] * 0.5;
  }
}

static bool is_palindrome(int n) {
  int turned = 0, rest = n;
  while (rest > 0) { //@ serial
    turned = turned * 10 + rest % 10;
    rest /= 10;
  }
  return turned == n;
}

static void of_products(void) {
  int best = 0;
  for (int i = 10; i < 60; i++) //@ reduction reduction(max:best)
    for (int j = i; j < 60; j++) { //@ reduction reduction(max:best)
      int p = i * j;
      if (is_palindrome(p) && p > best) best = p;
    }
  printf("of_products %d\n", best);
}

static void of_rows(void) {
  int best = 0;
  for (int i = 10; i < 60; i++) { //@ reduction reduction(max:best)
    int row = 0;
    for (int j = i; j < 60; j++) { //@ reduction reduction(max:row)
      int p = i * j;
      if (p % 11 == 0 && p > row) row = p;
    }
    if (is_palindrome(row) && row > best) best = row;
  }
  printf("of_rows %d\n", best);
}

static void condition_behind(void) {
  int least = 100, most = -100;
  double square = 0;
  for (int i = 0; i < N; i++) //@ reduction reduction(min:least)
    if (v[i] < least && i % 3 == 0) least = v[i];
  for (int i = 0; i < N; i++) { //@ reduction reduction(max:most)
    if (v[i] <= most) continue;
    if (v[N - 1 - i] % 2 == 0 || v[i] % 5 == 0) most = v[i];
  }
  for (int i = 0; i < N; i++) //@ reduction reduction(max:square)
    if (w[i] * w[i] - 2 > square && v[i] % 2 == 0) square = w[i] * w[i] - 2;
  printf("condition_behind %d %d %g\n", least, most, square);
}

static void both(void) {
  int least = 100, most = -100, odd = 0;
  for (int i = 0; i < N; i++) { //@ reduction reduction(min:least) reduction(max:most) reduction(+:odd)
    if (v[i] % 2 == 0) continue;
    if (v[i] < least) least = v[i];
    if (v[i] > most) most = v[i];
    odd++;
  }
  printf("both %d %d %d\n", least, most, odd);
}

static void two_places(void) {
  int most = 0, row = 0, column = 0;
  for (int i = 10; i < 60; i++) //@ reduction ...
    for (int j = i; j < 60; j++) { //@ reduction ...
      if (i * j > most && i * j % 11 == 0) {
        most = i * j;
        row = i;
        column = j;
      }
    }
  printf("two_places %d %d %d\n", most, row, column);
}

static void by_place(void) { // no clause: the value is looked up by its place
  int most = 0, least = 0;
  for (int i = 1; i < N; i++) //@ serial
    if (w[i] > w[most]) most = i;
  for (int i = 1; i < N; i++) //@ serial
    least = v[least] <= v[i] ? least : i;
  printf("by_place %d %d\n", most, least);
}

static void how_often(void) { // with a maximum of its own, each thread counts more
  int most = -100, records = 0;
  for (int i = 0; i < N; i++) { //@ serial
    if (v[i] > most) {
      most = v[i];
      records++;
    }
  }
  printf("how_often %d %d\n", most, records);
}

static void marked(void) {
  int most = -100;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    if (v[i] > most) {
      most = v[i];
      mark[i] = 1;
    }
  }
  printf("marked %d %d\n", most, mark[0] + mark[1] + mark[2] + mark[3]);
}

static void sum_of_the_others(void) {
  int least = 100, sum = 0;
  for (int i = 0; i < N; i++) { //@ serial
    if (v[i] < least)
      least = v[i];
    else if (v[i] > 0)
      sum += v[i];
  }
  printf("sum_of_the_others %d %d\n", least, sum);
}

static void whether_the_last(void) {
  int most = -100, last = 0;
  for (int i = 0; i < N; i++) { //@ serial
    last = 0;
    if (v[i] >= most) {
      most = v[i];
      last = 1;
    }
  }
  printf("whether_the_last %d %d\n", most, last);
}

static void skipped(void) {
  int most = -100, others = 0;
  for (int i = 0; i < N; i++) { //@ serial
    if (v[i] > most)
      most = v[i];
    else
      continue;
    others += i;
  }
  printf("skipped %d %d\n", most, others);
}

static void candidates_that_wait(void) { // b counts only where a is larger
  int most = -100;
  for (int i = 1; i < N; i++) { //@ serial
    int a = v[i], b = v[i - 1] * 2;
    if (a > most) {
      if (b > most)
        most = b;
      else
        most = a;
    }
  }
  printf("candidates_that_wait %d\n", most);
}

static void tested_too_early(void) {
  int most = -100;
  for (int i = 1; i < N; i++) { //@ serial
    bool larger = v[i] > most;
    if (w[i - 1] > most) most = (int)w[i - 1];
    if (larger) most = v[i];
  }
  printf("tested_too_early %d\n", most);
}

static void of_the_same_kind(void) { // the condition reads the maximum
  int most = 1;
  for (int i = 0; i < N; i++) //@ serial
    if (v[i] % 2 == most % 2 && v[i] > most) most = v[i];
  printf("of_the_same_kind %d\n", most);
}

static void anything_else(void) {
  int less = 0, either = 0;
  for (int i = 0; i < N; i++) //@ serial
    if (v[i] > less) less = v[i] - 1;
  for (int i = 0; i < N; i++) //@ serial
    if (v[i] > either || v[i] % 7 == 0) either = v[i];
  printf("anything_else %d %d\n", less, either);
}

static void guarded_division(void) { // a thread's own maximum begins below 0, and does not guard the division
  int longest = 0;
  for (int i = 0; i < N; i++) { //@ serial
    int d = v[i] & ~3;
    if (d > longest && 5040 % d == 0) longest = d;
  }
  printf("guarded_division %d\n", longest);
}

static void without_sign(void) { // max compares with sign
  int most = 0;
  for (int i = 0; i < N; i++) //@ serial
    if ((unsigned)v[i] > (unsigned)most) most = v[i];
  printf("without_sign %d\n", most);
}

static void once(void) { // n counts up to the first one
  int all = 1, n = 0;
  for (int i = 0; i < N; i++) //@ serial
    if (all) {
      all = v[i] < 40;
      n++;
    }
  printf("once %d %d\n", all, n);
}

int main(void) {
  fill();
  of_products();
  of_rows();
  condition_behind();
  both();
  two_places();
  by_place();
  how_often();
  marked();
  sum_of_the_others();
  whether_the_last();
  skipped();
  candidates_that_wait();
  tested_too_early();
  of_the_same_kind();
  anything_else();
  guarded_division();
  without_sign();
  once();
}
