// Loops that call functions: pure ones, ones with a state, the library's, through pointers, recursive ones.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 90 };
static int a[N], b[N];
static long calls_made;
static int last_argument;

static int square(int x) { return x * x; }
static int twice(int x) { return 2 * x; }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static void store(int* to, int x) { *to = x; }
static int least_of(int x, int y) { return x < y ? x : y; }
static void add_to(long* sum, int x) { *sum += x; }

static int counted(int x) {
  calls_made++;
  return x + 1;
}

static int numbered(void) {
  static int number;
  return ++number;
}

static int through_global(int x) { // uses the global variable for a value of its own
  last_argument = x * 3;
  return last_argument + 1;
}

static int with_memory(int n) {
  static long known[N];
  if (n < 2) return n;
  if (!known[n]) known[n] = (with_memory(n - 1) + with_memory(n - 2)) % 10007;
  return (int)known[n];
}

static void fill(void) {
  for (int i = 0; i < N; i++) a[i] = i * 47 % 73; //@ doall
}

static void show(const char* name) {
  long s = 0;
  for (int i = 0; i < N; i++) s += (long)b[i] * (i % 7 + 1); //@ reduction reduction(+:s)
  printf("%s %ld\n", name, s);
}

static void pure(void) {
  for (int i = 0; i < N; i++) b[i] = square(a[i]) + 1; //@ doall
  show("pure");
}

static void out_argument(void) {
  for (int i = 0; i < N; i++) store(&b[i], a[i] - 3); //@ doall
  show("out_argument");
}

static void out_argument_to_scalar(void) {
  int t;
  for (int i = 0; i < N; i++) { //@ doall private(t)
    store(&t, a[i] + 2);
    b[i] = t * 2;
  }
  show("out_argument_to_scalar");
}

static void sum_of_calls(void) {
  long s = 0;
  for (int i = 0; i < N; i++) s += square(a[i]); //@ reduction reduction(+:s)
  printf("sum_of_calls %ld\n", s);
}

static void least_by_call(void) {
  int least = 1000;
  for (int i = 0; i < N; i++) least = least_of(least, a[i] + i % 4); //@ reduction reduction(min:least)
  printf("least_by_call %d\n", least);
}

static void sum_inside_call(void) { // the sum is passed by its address
  long s = 0;
  for (int i = 0; i < N; i++) add_to(&s, a[i]); //@ reduction reduction(+:s)
  printf("sum_inside_call %ld\n", s);
}

static void counter_in_callee(void) { // no clause at this loop reaches the counter in the function
  for (int i = 0; i < N; i++) b[i] = counted(a[i]); //@ serial
  show("counter_in_callee");
  printf("calls_made %ld\n", calls_made);
}

static void numbers_from_callee(void) {
  for (int i = 0; i < N; i++) b[i] = numbered(); //@ serial
  show("numbers_from_callee");
}

static void global_in_callee(void) {
  for (int i = 0; i < N; i++) b[i] = through_global(a[i]); //@ serial
  show("global_in_callee");
}

static void recursion(void) {
  for (int i = 0; i < 16; i++) b[i] = fibonacci(i); //@ doall
  show("recursion");
}

static void recursion_with_memory(void) {
  for (int i = 0; i < N; i++) b[i] = with_memory(i); //@ serial or doacross
  show("recursion_with_memory");
}

static void function_pointers(void) {
  int (*table[2])(int) = {square, twice};
  for (int i = 0; i < N; i++) b[i] = table[i % 2](a[i]); //@ doall
  show("function_pointers");
}

static void apply(int (*f)(int)) {
  for (int i = 0; i < N; i++) b[i] = f(a[i]) - i; //@ doall
  show("apply");
}

static void apply_counted(int (*f)(int)) {
  for (int i = 0; i < N; i++) b[i] = f(a[i]) - i; //@ serial
  show("apply_counted");
}

static void printed(void) {
  for (int i = 0; i < 5; i++) printf("printed %d\n", a[i]); //@ serial
}

static void printed_now_and_then(void) {
  for (int i = 0; i < N; i++) { //@ serial
    b[i] = a[i] / 2;
    if (i % 40 == 0) printf("at %d\n", i);
  }
  show("printed_now_and_then");
}

static void written_to_file(void) {
  FILE* file = tmpfile();
  if (!file) return;
  for (int i = 0; i < N; i++) fputc(a[i], file); //@ serial
  rewind(file);
  for (int i = 0; i < N; i++) b[i] = fgetc(file); //@ serial
  fclose(file);
  show("written_to_file");
}

static void allocated_inside(void) { // the allocator gives the same memory again and again
  for (int i = 0; i < N; i++) { //@ doall
    int* block = malloc(12 * sizeof *block);
    for (int j = 0; j < 12; j++) block[j] = a[(i + j) % N]; //@ doall
    b[i] = block[11] - block[3];
    free(block);
  }
  show("allocated_inside");
}

static void allocated_and_kept(void) {
  static int* rows[N];
  for (int i = 0; i < N; i++) { //@ doall
    rows[i] = calloc(4, sizeof(int));
    rows[i][i % 4] = i;
  }
  for (int i = 0; i < N; i++) b[i] = rows[i][i % 4] + rows[i][(i + 1) % 4]; //@ doall
  for (int i = 0; i < N; i++) free(rows[i]); //@ doall
  show("allocated_and_kept");
}

static void grown(void) {
  int *all = NULL, n = 0;
  for (int i = 0; i < N; i++) { //@ serial
    all = realloc(all, (n + 1) * sizeof *all);
    all[n++] = a[i];
  }
  printf("grown %d\n", all[n - 1]);
  free(all);
}

static void random_numbers(void) {
  srand(7);
  long below = 0;
  for (int i = 0; i < N; i++) { //@ serial
    int x = rand();
    below += x <= RAND_MAX;
  }
  printf("random_numbers %ld\n", below);
}

static void tokens(void) {
  char text[] = "one two three four five six seven eight nine ten";
  int n = 0;
  for (char* word = strtok(text, " "); word; word = strtok(NULL, " ")) n += (int)strlen(word); //@ serial
  printf("tokens %d\n", n);
}

static int by_value(const void* x, const void* y) { return *(const int*)x - *(const int*)y; }

static void sorted_rows(void) {
  static int rows[9][10];
  for (int r = 0; r < 9; r++) { //@ doall
    memcpy(rows[r], a + 10 * r, sizeof rows[r]);
    qsort(rows[r], 10, sizeof(int), by_value);
    b[r] = rows[r][3];
  }
  show("sorted_rows");
}

static void library_of_math(void) {
  double s = 0;
  for (int i = 0; i < N; i++) s += (int)(100 * cos(a[i]) + exp(a[i] / 50.0)); //@ reduction reduction(+:s)
  printf("library_of_math %g\n", s);
}

static void row_sum(const int* row, int n, int* out) {
  *out = 0;
  for (int i = 0; i < n; i++) *out += row[i]; //@ reduction reduction(+:out[0:1])
}

static void loop_in_callee(void) {
  for (int r = 0; r < 9; r++) row_sum(a + 10 * r, 10, &b[r]); //@ doall
  show("loop_in_callee");
}

static void smooth(void) {
  for (int i = 1; i < N - 1; i++) b[i] = (a[i - 1] + a[i + 1]) / 2; //@ doall
}

static void advance(void) {
  for (int i = 1; i < N - 1; i++) a[i] = b[i]; //@ doall
}

static void steps_of_calls(void) {
  for (int t = 0; t < 6; t++) { //@ serial or doacross
    smooth();
    advance();
  }
  show("steps_of_calls");
}

static void repeated_call(void) { // each repetition writes the same again: only the last one counts
  for (int r = 0; r < 4; r++) smooth(); //@ serial
  show("repeated_call");
}

static void sort_part(int* x, int n) { // quicksort
  if (n < 2) return;
  int m = 0;
  for (int i = 1; i < n; i++) { //@ serial
    if (x[i] < x[0]) {
      int t = x[++m];
      x[m] = x[i];
      x[i] = t;
    }
  }
  int t = x[0];
  x[0] = x[m];
  x[m] = t;
  sort_part(x, m);
  sort_part(x + m + 1, n - m - 1);
}

static void hanoi(int n, int from, int to, int height[3]) {
  if (n == 0) return;
  hanoi(n - 1, from, 3 - from - to, height);
  height[from]--;
  height[to]++;
  hanoi(n - 1, 3 - from - to, to, height);
}

static void towers(void) {
  for (int i = 0; i < 7; i++) { //@ doall
    int height[3] = {7, 0, 0};
    hanoi(i, 0, 2, height);
    b[i] = height[2];
  }
  show("towers");
}

int main(void) {
  fill();
  pure();
  out_argument();
  out_argument_to_scalar();
  sum_of_calls();
  least_by_call();
  sum_inside_call();
  counter_in_callee();
  numbers_from_callee();
  global_in_callee();
  recursion();
  recursion_with_memory();
  function_pointers();
  apply(square);
  apply_counted(counted);
  printed();
  printed_now_and_then();
  written_to_file();
  allocated_inside();
  allocated_and_kept();
  grown();
  random_numbers();
  tokens();
  sorted_rows();
  library_of_math();
  loop_in_callee();
  steps_of_calls();
  repeated_call();
  sort_part(b, N);
  show("sort_part");
  towers();
}
