// What an iteration sets and code behind the loop reads: also by way of a copy, and where it is the same in each.
#include <stdio.h>

enum { N = 240 };
static double a[N], b[N];

__attribute__((noinline)) static int index_of_last(int n) {
  int i, last = 7;
  for (i = 0; i < n; i += 2) last = i, b[i] = a[i] * 2; //@ doall lastprivate(last)
  return last;
}

__attribute__((noinline)) static long wider_index(int n) {
  long last = 7;
  for (int i = 0; i < n; i++) { //@ doall lastprivate(last)
    last = i;
    b[last] = a[last] * 2;
  }
  return last;
}

__attribute__((noinline)) static int index_and_last(int n) {
  int i, last;
  for (i = 0; i < n; i++) { //@ doall lastprivate(i) lastprivate(last)
    last = i;
    b[i] = a[i] + 1;
  }
  return last * i;
}

__attribute__((noinline)) static int constant(int n) {
  int last = 7;
  for (int i = 0; i < n; i++) { //@ doall lastprivate(last)
    b[i] = a[i] * 3;
    last = 5;
  }
  return last;
}

__attribute__((noinline)) static int not_of_the_loop(int n, int m) {
  int last = 7, other = 8;
  for (int i = 0; i < n; i++) { //@ doall lastprivate(last) lastprivate(other)
    b[i] = a[i] * 3;
    last = m + 1;
    other = last;
  }
  return last * other;
}

__attribute__((noinline)) static double copies(int n, int which) {
  double x = 0, y = 0, z = 0;
  for (int i = 0; i < n; i++) { //@ doall private(x) private(z) lastprivate(y)
    x = a[i];
    y = x;
    z = y + 1;
    b[i] = z;
  }
  return y + which;
}

__attribute__((noinline)) static int read_before_it(int n) { // by the next round of the loop around it
  int last = 2;
  for (int k = 0; k < 5; k++) { //@ serial ...
    printf("read_before_it %d\n", last);
    for (int i = 0; i < n; i++) { //@ doall lastprivate(last)
      b[i] = a[i] + k;
      last = 5;
    }
  }
  return last;
}

__attribute__((noinline)) static void begins_with_a_constant(int n) { // a sum in each iteration, nothing behind it
  double sum;
  int k;
  for (int i = 0; i < n; i++) { //@ doall private(sum) private(k)
    sum = 0;
    for (k = 0; k < 8; k++) sum += a[(i + k) % N]; //@ reduction reduction(+:sum)
    b[i] = sum;
  }
  for (sum = 0, k = 0; k < n; k++) sum += b[k]; //@ reduction reduction(+:sum)
  printf("begins_with_a_constant %g\n", sum);
}

struct Point {
  double x, y;
  int at;
};

__attribute__((noinline)) static double parts_behind(int n) {
  struct Point p = {1, 2, 3}, q = {4, 5, 6};
  for (int i = 0; i < n; i++) { //@ doall firstprivate(p) lastprivate(p) firstprivate(q)
    p.x = a[i];
    q.at = i;
    b[i] = p.x + q.at + q.y;
  }
  return p.x + p.y;
}

__attribute__((noinline)) static double sum_before(int n) { // a copy of the sum as it was before the last iteration
  double sum = 0, before = 0;
  for (int i = 0; i < n; i++) { //@ serial ...
    before = sum;
    sum += a[i];
  }
  return sum + before;
}

__attribute__((noinline)) static double sum_by_two_names(int n) {
  double sum = 0, copy = 0;
  for (int i = 0; i < n; i++) { //@ serial ...
    sum += a[i];
    copy = sum;
  }
  return sum * copy;
}

__attribute__((noinline)) static double sum_by_way_of_another(int n) {
  double sum = 0, next;
  for (int i = 0; i < n; i++) { //@ reduction reduction(+:sum) private(next)
    next = sum + a[i];
    sum = next;
  }
  return sum;
}

__attribute__((noinline)) static int index_before(int n) {
  int before = 0, now = 0;
  for (int i = 0; i < n; i++) { //@ serial ...
    b[i] = a[i] - 1;
    before = now;
    now = i;
  }
  return before * 1000 + now;
}

int main(void) {
  for (int i = 0; i < N; i++) a[i] = (i * 29) % 83; //@ doall
  printf("index_of_last %d\n", index_of_last(N));
  printf("wider_index %ld\n", wider_index(N));
  printf("index_and_last %d\n", index_and_last(N));
  printf("constant %d\n", constant(N));
  printf("not_of_the_loop %d\n", not_of_the_loop(N, 3));
  printf("copies %g\n", copies(N, 1));
  printf("read_before_it %d\n", read_before_it(N));
  begins_with_a_constant(N);
  printf("parts_behind %g\n", parts_behind(N));
  printf("sum_before %g\n", sum_before(N));
  printf("sum_by_two_names %g\n", sum_by_two_names(N));
  printf("sum_by_way_of_another %g\n", sum_by_way_of_another(N));
  printf("index_before %d\n", index_before(N));
}
