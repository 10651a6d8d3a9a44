// Indices that are declared before their loops: a directive makes them private, so what is read behind the loop needs a
// clause, and what called functions read forbids it.
#include <stdio.h>

enum { N = 40 };
static int a[2 * N], k;

static void show(const char *name) {
  long s = 0;
  for (int i = 0; i < 2 * N; i++) s = s * 3 + a[i]; //@ serial
  printf("%s %ld\n", name, s);
}

static void read_behind(int n) {
  int i;
  for (i = 0; i < n; i++) a[i] = i * 3; //@ doall lastprivate(i)
  a[i] = 4;
  show("read_behind");
}

static void goes_on(void) {
  int i;
  for (i = 0; i < N; i++) a[i] = i * 5; //@ doall lastprivate(i)
  for (; i < 2 * N; i++) a[i] = i; //@ doall
  show("goes_on");
}

static void in_a_branch(int n) { // no statement can stand before it
  int i = 3;
  if (n > 2)
    for (i = 1; i < n; i++) a[i] = i * 3; //@ doall lastprivate(i)
  a[i] = 5;
  show("in_a_branch");
}

static void set_again(void) {
  int i;
  for (i = 0; i < N; i++) a[i] = i * 7; //@ doall
  for (i = 0; i < N; i++) a[i] += 2; //@ doall
  show("set_again");
}

static void of_a_sum(void) { // the sum is used behind the loop, not the index from which it is computed
  int i, s = 0;
  for (i = 0; i < N; i++) s += i * a[i]; //@ reduction reduction(+:s)
  printf("of_a_sum %d\n", s);
}

static void inside(void) {
  int i, j;
  for (i = 0; i < N; i++) //@ doall lastprivate(j)
    for (j = 0; j < 4; j++) a[i] += j; //@ reduction ...
  a[j] = 4;
  show("inside");
}

static void may_be_empty(int n) { // where it is, the clause does not set the index
  int i;
  for (i = 0; i < n; i++) a[i] = i * 3; //@ doall lastprivate(i)
  a[i] = 9;
  show("may_be_empty");
}

__attribute__((noinline)) static int twice(void) { return k * 2; }

static void read_by_a_function(void) { // of the variable itself, not of a private copy
  for (k = 0; k < N; k++) a[k] += twice(); //@ serial
  show("read_by_a_function");
}

static void global(void) {
  for (k = 0; k < N; k++) a[k] += 2; //@ doall lastprivate(k)
  printf("global %d\n", twice());
}

int main(void) {
  read_behind(N);
  goes_on();
  in_a_branch(N);
  set_again();
  of_a_sum();
  inside();
  may_be_empty(N);
  may_be_empty(0);
  read_by_a_function();
  global();
}
