// Variables that outlive an iteration but carry no value between iterations: private, firstprivate, lastprivate; and
// variables that do carry one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 160, W = 8 };
static int a[N], b[N];
static int scratch_of_file[W];
int temporary;

static void fill(void) {
  int i;
  for (i = 0; i < N; i++) { //@ doall
    a[i] = (i * 53) % 97;
    b[i] = 0;
  }
}

static void show(const char* name) {
  long s = 0;
  int i;
  for (i = 0; i < N; i++) s += (long)b[i] * (i % 9 + 1); //@ reduction reduction(+:s)
  printf("%s %ld\n", name, s);
}

static void scalar(void) {
  int t, i;
  for (i = 0; i < N; i++) { //@ doall private(t)
    t = a[i] + 1;
    b[i] = t * t;
  }
  show("scalar");
}

static void two_scalars(void) {
  int low, high;
  for (int i = 0; i < N; i++) { //@ doall private(low,high)
    if (a[i] > 40)
      low = 40, high = a[i];
    else
      low = a[i], high = 40;
    b[i] = high - low;
  }
  show("two_scalars");
}

static void global_scalar(void) {
  for (int i = 0; i < N; i++) { //@ doall private(temporary)
    temporary = a[i] * 3;
    b[i] = temporary - i;
  }
  show("global_scalar");
}

static void local_array(void) {
  int row[W], i, j;
  for (i = 0; i + W <= N; i += W) { //@ doall private(j,row) or serial
    for (j = 0; j < W; j++) row[j] = a[i + j]; //@ doall
    for (j = 0; j < W; j++) b[i + j] = row[W - 1 - j] + row[0]; //@ doall
  }
  show("local_array");
}

static void file_array(void) {
  for (int i = 0; i < N; i++) { //@ doall private(scratch_of_file)
    for (int j = 0; j < W; j++) scratch_of_file[j] = a[(i + j) % N]; //@ doall
    b[i] = scratch_of_file[0] - scratch_of_file[W - 1];
  }
  show("file_array");
}

static void copied_array(void) {
  char text[32];
  for (int i = 0; i < N; i++) { //@ doall private(text)
    sprintf(text, "%d-%d", i, a[i]);
    b[i] = (int)strlen(text);
  }
  show("copied_array");
}

static void cleared_array(void) {
  int digits[10];
  for (int i = 0; i < N; i++) { //@ doall private(digits)
    memset(digits, 0, sizeof digits);
    for (int x = a[i] * a[i]; x; x /= 10) digits[x % 10]++; //@ serial
    b[i] = digits[1] + 2 * digits[5];
  }
  show("cleared_array");
}

static void heap_scratch(void) { // the pointer could be private, the memory behind it is one
  int* scratch = malloc(W * sizeof *scratch);
  for (int i = 0; i < N; i++) { //@ serial
    for (int j = 0; j < W; j++) scratch[j] = a[(i * j) % N]; //@ doall
    b[i] = scratch[1] ^ scratch[W - 1];
  }
  free(scratch);
  show("heap_scratch");
}

static void scratch_of_caller(int* scratch) {
  for (int i = 0; i < N; i++) { //@ serial
    scratch[0] = a[i];
    scratch[1] = scratch[0] + i;
    b[i] = scratch[1];
  }
  show("scratch_of_caller");
}

static void first_value(void) { // the ends of the array keep what was put there before the loop
  int window[4] = {7, 0, 0, 9};
  for (int i = 0; i < N; i++) { //@ doall firstprivate(window)
    window[1] = a[i];
    window[2] = i;
    b[i] = window[0] * window[1] + window[2] * window[3];
  }
  show("first_value");
}

static void first_value_in_first_iteration(void) {
  int t = 1000;
  for (int i = 0; i < N; i++) { //@ doall firstprivate(t)
    if (i > 0) t = a[i];
    b[i] = t;
  }
  show("first_value_in_first_iteration");
}

static void last_value(void) {
  int t = 0;
  for (int i = 0; i < N; i++) { //@ doall lastprivate(t)
    t = a[i] + i;
    b[i] = t;
  }
  printf("last_value %d\n", t);
  show("last_value");
}

static void last_values(void) {
  int x = 0, y = 0, z, i;
  for (i = 0; i < N; i++) { //@ doall private(z) lastprivate(x,y)
    x = a[i];
    z = x + 1;
    y = z * 2;
    b[i] = y - z;
  }
  printf("last_values %d %d\n", x, y);
  show("last_values");
}

static void last_array(void) {
  int pair[2];
  for (int i = 0; i < N; i++) { //@ doall lastprivate(pair)
    pair[0] = i;
    pair[1] = a[i];
    b[i] = pair[0] + pair[1];
  }
  printf("last_array %d %d\n", pair[0], pair[1]);
  show("last_array");
}

static void last_global(void) {
  for (int i = 0; i < N; i++) { //@ doall lastprivate(temporary)
    temporary = a[i] / 2;
    b[i] = temporary;
  }
  printf("last_global %d\n", temporary);
  show("last_global");
}

static void last_of_some(void) { // the last iteration does not write it
  int last = -1;
  for (int i = 0; i < N; i++) { //@ serial
    if (a[i] % 10 == 3) last = i;
  }
  printf("last_of_some %d\n", last);
}

static void written_by_some_read_by_all(void) { // an iteration that does not write reads an older value
  int t = 5;
  for (int i = 0; i < N; i++) { //@ serial
    if (i % 3 == 0) t = a[i];
    b[i] = t;
  }
  show("written_by_some_read_by_all");
}

static void read_before_write(void) { // the value of the iteration before, through a scalar
  int previous = 0;
  for (int i = 0; i < N; i++) { //@ serial or doacross
    b[i] = a[i] - previous;
    previous = a[i];
  }
  show("read_before_write");
}

static void partly_written_array(void) { // element a[i] % W may come from any iteration before
  int memory[W] = {0};
  for (int i = 0; i < N; i++) { //@ serial
    b[i] = memory[a[i] % W];
    memory[i % W] = i;
  }
  show("partly_written_array");
}

static void inner_indices(void) {
  int i, j, k, s;
  for (i = 0; i < N; i++) { //@ doall private(j,k,s)
    s = 0;
    for (j = 0; j < 3; j++) //@ reduction private(k) reduction(+:s)
      for (k = 0; k < 4; k++) s += a[(i + j * k) % N]; //@ reduction reduction(+:s)
    b[i] = s;
  }
  show("inner_indices");
}

static void pointer(void) {
  int* p;
  for (int i = 0; i < N; i++) { //@ doall private(p)
    p = &b[N - 1 - i];
    *p = a[i];
  }
  show("pointer");
}

static void structure(void) {
  struct {
    int low, high;
  } range;
  for (int i = 0; i < N; i++) { //@ doall private(range) or doall firstprivate(range)
    range.low = a[i] & 7;
    range.high = a[i] >> 3;
    b[i] = range.high * range.low;
  }
  show("structure");
}

static void swap_by_temporary(void) {
  int t, i;
  for (i = 0; i < N / 2; i++) { //@ doall private(t)
    t = b[i];
    b[i] = a[i];
    a[i] = t;
  }
  show("swap_by_temporary");
}

static void counter_beside(void) { // an index of its own: b[n] is written where a is even
  int n = 0;
  for (int i = 0; i < N; i++) { //@ serial
    if (a[i] % 2 == 0) b[n++] = a[i];
  }
  printf("counter_beside %d\n", n);
  show("counter_beside");
}

static void declared_static_inside(void) { // keeps its value
  for (int i = 0; i < N; i++) { //@ serial
    static int state;
    state = (state + a[i]) & 63;
    b[i] = state;
  }
  show("declared_static_inside");
}

int main(void) {
  int scratch[2];
  fill();
  scalar();
  two_scalars();
  global_scalar();
  local_array();
  file_array();
  copied_array();
  cleared_array();
  heap_scratch();
  scratch_of_caller(scratch);
  first_value();
  first_value_in_first_iteration();
  last_value();
  last_values();
  last_array();
  last_global();
  last_of_some();
  written_by_some_read_by_all();
  read_before_write();
  partly_written_array();
  inner_indices();
  pointer();
  structure();
  swap_by_temporary();
  counter_beside();
  declared_static_inside();
}
