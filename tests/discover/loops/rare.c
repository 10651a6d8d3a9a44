// Loops that ran less than twice each time, or not at all.
#include <stdio.h>

enum { N = 50 };
static int a[N], b[N];

static void fill(void) {
  for (int i = 0; i < N; i++) a[i] = i * 17 % 23; //@ doall
}

static void once(int n) { // n = 1
  for (int i = 0; i < n; i++) b[i] = a[i]; //@ few
}

static void once_each_time(void) { // twelve executions of one iteration
  for (int k = 0; k < 12; k++) //@ doall
    for (int i = k; i <= k; i++) b[i] = a[i] * 2; //@ few
}

static void once_or_not_at_all(void) {
  for (int k = 0; k < N; k++) //@ doall
    for (int i = 0; i < a[k] % 2; i++) b[k] = i + 9; //@ few
}

static void once_with_a_chain(int n) { // n = 2: a dependence needs two iterations
  for (int i = 1; i < n; i++) b[i] = b[i - 1] + 1; //@ few
}

static void not_at_all(int n) { // n = 0
  for (int i = 0; i < n; i++) b[i] = 0; //@ never or few
}

static void not_called(int n) {
  for (int i = 1; i < n; i++) { //@ never
    b[i] = b[i - 1];
    for (int j = 0; j < i; j++) a[j] += j; //@ never
  }
}

static void behind_a_condition(int enabled) { // enabled = 0
  if (enabled)
    for (int i = 0; i < N; i++) a[i] = 0; //@ never
  for (int k = 0; k < N; k++) //@ doall
    if (a[k] > 100)
      for (int i = 0; i < N; i++) b[i] += a[k]; //@ never
}

static void do_once(void) {
  int i = 0;
  do { //@ few
    b[i] = 5;
  } while (++i < 1);
}

static void while_false(void) {
  int i = N;
  while (i < N) { //@ never or few
    b[i] = a[i];
    i++;
  }
}

static void twice(void) { // two iterations are enough
  for (int i = 0; i < 2; i++) b[i + 20] = a[i]; //@ doall
}

static void twice_with_a_chain(void) {
  for (int i = 1; i < 3; i++) b[i + 20] += b[i + 19]; //@ serial or doacross
}

static void once_then_many(void) { // the execution with many iterations counts
  for (int n = 1; n < 30; n += 14) //@ serial
    for (int i = 0; i < n; i++) b[i] = a[i] + n; //@ doall
}

static void left_at_once(void) {
  for (int i = 0; i < N; i++) { //@ few or serial
    b[i] = 3;
    if (a[i] == 0) break;
  }
}

int main(int argc, char** argv) {
  (void)argv;
  fill();
  once(1);
  once_each_time();
  once_or_not_at_all();
  once_with_a_chain(2);
  not_at_all(0);
  if (argc > 5) not_called(N);
  behind_a_condition(argc > 5);
  do_once();
  while_false();
  twice();
  twice_with_a_chain();
  once_then_many();
  left_at_once();
  long s = 0;
  for (int i = 0; i < N; i++) s += (long)b[i] * (i + 1) + a[i]; //@ reduction reduction(+:s)
  printf("rare %ld\n", s);
}
