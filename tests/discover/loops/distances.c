// Distances that are known only when the program runs, and memory that has two names.
#include <stdio.h>
#include <string.h>

enum { N = 700 };
static int a[2 * N], b[N];

static void fill(void) {
  for (int i = 0; i < 2 * N; i++) a[i] = i * 13 % 29; //@ doall
  for (int i = 0; i < N; i++) b[i] = i * 7 % 23; //@ doall
}

static void show(const char* name) {
  long s = 0;
  for (int i = 0; i < 2 * N; i++) s += (long)a[i] * (i % 6 + 1); //@ reduction reduction(+:s)
  for (int i = 0; i < N; i++) s += b[i] * (i % 5); //@ reduction reduction(+:s)
  printf("%s %ld\n", name, s);
  fill();
}

static void ahead(int n, int k) { // k >= n in this run, and smaller distances are possible
  for (int i = 0; i < n; i++) a[i + k] = a[i] + 1; //@ guarded
}

static void behind(int n, int k) {
  for (int i = k; i < k + n; i++) a[i] = a[i - k] * 2; //@ guarded
}

static void ahead_in_rows(int rows, int offset) { // the same in a nest: rows of ten, independent from offset 10 * rows on
  for (int i = 0; i < rows; i++) //@ guarded
    for (int j = 0; j < 10; j++) //@ guarded
      a[10 * i + j + offset] = a[10 * i + j] + 3;
}

static void two_pointers(int* to, const int* from, int n) { // the caller passes two halves of one array
  for (int i = 0; i < n; i++) to[i] = from[i] + 5; //@ doall or guarded
}

static void ahead_by_seven(int n, int k) { // the same loop as above with k = 7
  for (int i = 0; i < n; i++) a[i + k] = a[i] + 1; //@ doacross
}

static void ahead_by_one(int n, int k) {
  for (int i = 0; i < n; i++) a[i + k] = a[i] + 1; //@ serial or doacross
}

static void shifted_tests(int n, int k) { // counted, though OpenMP wants the index alone in the test
  for (int i = 0; i + k < n; i++) b[i] += k; //@ doall
  for (int i = n; 1 <= i - k; i--) b[i] = a[i] + 1; //@ doall
  for (int i = 0; n > k + i; i++) a[i + k] = a[i] + 1; //@ guarded
  int equal = 1;
  for (int i = 0; i + 1 < n; i++) equal &= b[i] != k || b[i + 1] != b[n]; //@ reduction reduction(&:equal)
  a[0] += equal;
}

static void shortened(int n, int k) { // the distance is part of the bounds, and no longer than the loop for that
  for (int i = 0; i < n - k; i++) a[i + k] = a[i] + 3; //@ guarded
  for (int i = k; i < n; i++) a[i] = a[i - k] * 3; //@ guarded
}

static void as_long_as_the_loop(int n) {
  for (int i = 0; i < n; i++) a[i + n] = a[i] + 1; //@ doall
}

static void test_that_changes(int n, int k) {
  for (int i = 0; i + k < n; i++) //@ serial
    if (b[i] == 3) k++;
  a[0] = k;
}

static void far_and_near(int n, int k) { // called with k >= n and with a small one: all executions count
  for (int i = 0; i < n; i++) a[i + k] = a[i] + 2; //@ doacross or serial
}

static void late_first_dependence(void) { // the first dependence appears in iteration 300
  for (int i = 0; i < 600; i++) //@ doacross or serial
    a[i] = i >= 300 ? a[i - 300] + b[i] : b[i];
  show("late_first_dependence");
}

static void late_by_index(void) { // iteration 300 reads what iteration 299 wrote, no other pair depends
  static int source[600];
  for (int i = 0; i < 600; i++) source[i] = i == 300 ? 299 : 600 + i; //@ doall
  for (int i = 0; i < 600; i++) a[i] = a[source[i]] + 1; //@ serial or doacross
  show("late_by_index");
}

static void only_the_last_two(void) {
  for (int i = 0; i < 500; i++) { //@ serial or doacross
    if (i == 499) b[499] = b[498] * 3;
    b[i] += 2;
  }
  show("only_the_last_two");
}

static void aliases(int* p, int* q, int n) { // q is p + 1
  for (int i = 0; i < n; i++) q[i] = p[i] + 1; //@ serial or doacross
}

static void aliases_that_stay_apart(int* p, int* q, int n) { // q is p + 1, every second element
  for (int i = 0; i < n; i += 2) q[i] = p[i] + 1; //@ doall or guarded
}

static void same_array_twice(int* p, int* q, int n) { // q is p
  for (int i = 0; i < n; i++) q[i] = p[i] * 2; //@ doall
}

static void scalar_in_the_array(int* p, const int* factor, int n) { // *factor is p[20]
  for (int i = 0; i < n; i++) p[i] *= *factor; //@ serial
}

static void crossing(void) { // reads from the other end: the second half reads what the first half wrote
  for (int i = 0; i < N; i++) b[i] = b[N - 1 - i] + 1; //@ serial or doacross
  show("crossing");
}

static void double_index(void) { // reads at twice the index: anti dependences with growing distances
  for (int i = 0; i < N; i++) a[i] = a[2 * i] + 1; //@ serial or doacross
  show("double_index");
}

static void half_index(void) { // reads at half the index
  for (int i = 1; i < N; i++) a[i] = a[i / 2] + 1; //@ serial or doacross
  show("half_index");
}

static void evens_from_odds(void) { // 2 i and 2 j + 1 are never equal
  for (int i = 0; i < N; i++) a[2 * i] = a[2 * i + 1] * 3; //@ doall
  show("evens_from_odds");
}

static void multiples(void) { // 6 i + 1 and 3 j never meet
  for (int i = 0; i < 200; i++) a[6 * i + 1] = a[3 * i] + a[3 * i + 3]; //@ doall
  show("multiples");
}

static void wrapped(int k) { // k = N / 2: the second half reads what the first half wrote
  for (int i = 0; i < N; i++) b[i] = b[(i + k) % N] + 1; //@ doacross or serial
  show("wrapped");
}

static void rows_apart(int stride) { // rows of a flat array; stride as long as a row
  for (int r = 1; r < 20; r++) //@ doacross or serial
    for (int c = 0; c < stride; c++) a[r * stride + c] += a[(r - 1) * stride + c]; //@ doall or guarded
  show("rows_apart");
}

static void overlapping_rows(int width) { // rows of width 12 that begin every 10 elements
  for (int r = 0; r < 30; r++) //@ serial or doacross
    for (int c = 0; c < width; c++) a[r * 10 + c] = r + c; //@ doall
  show("overlapping_rows");
}

static void copies_of_blocks(void) { // block i + 1 from block i: a chain of memcpy
  for (int i = 0; i < 40; i++) memcpy(a + 16 * (i + 1), a + 16 * i, 16 * sizeof *a); //@ serial or doacross
  show("copies_of_blocks");
}

static void copies_far_apart(void) {
  for (int i = 0; i < 40; i++) memcpy(a + 16 * i + N, a + 16 * i, 16 * sizeof *a); //@ doall
  show("copies_far_apart");
}

static void overlapping_copies(void) { // 20 elements every 16
  for (int i = 0; i < 30; i++) memcpy(a + 16 * i, b + i, 20 * sizeof *a); //@ serial or doacross
  show("overlapping_copies");
}

static void moves_within_rows(void) {
  for (int i = 0; i < 30; i++) memmove(a + 20 * i + 1, a + 20 * i, 19 * sizeof *a); //@ doall
  show("moves_within_rows");
}

int main(void) {
  fill();
  ahead(600, 600);
  show("ahead");
  behind(500, 650);
  show("behind");
  ahead_in_rows(60, 600);
  show("ahead_in_rows");
  two_pointers(a + N, a, N);
  show("two_pointers");
  ahead_by_seven(600, 7);
  show("ahead_by_seven");
  ahead_by_one(600, 1);
  show("ahead_by_one");
  shifted_tests(300, 200);
  show("shifted_tests");
  shortened(500, 300);
  show("shortened");
  as_long_as_the_loop(600);
  show("as_long_as_the_loop");
  test_that_changes(500, 2);
  show("test_that_changes");
  far_and_near(100, 200);
  far_and_near(100, 3);
  show("far_and_near");
  late_first_dependence();
  late_by_index();
  only_the_last_two();
  aliases(a, a + 1, 200);
  show("aliases");
  aliases_that_stay_apart(a, a + 1, 200);
  show("aliases_that_stay_apart");
  same_array_twice(a, a, 300);
  show("same_array_twice");
  scalar_in_the_array(a, a + 20, 100);
  show("scalar_in_the_array");
  crossing();
  double_index();
  half_index();
  evens_from_odds();
  multiples();
  wrapped(N / 2);
  rows_apart(60);
  overlapping_rows(12);
  copies_of_blocks();
  copies_far_apart();
  overlapping_copies();
  moves_within_rows();
}
