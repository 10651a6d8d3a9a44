// Recursive functions: what follows "calls:" is the verdict on the function's calls, and the condition of its tasks if the
// test can know it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long fib(int n) { // calls: tasks n
  if (n < 2) return n;
  return fib(n - 1) + fib(n - 2);
}

static long declared(int n) { // calls: tasks n
  if (n < 2) return 1;
  long a = declared(n - 1);
  long b = declared(n - 2);
  return a + b;
}

static long branch(int n) // calls: tasks n
{
  if (n < 2)
    return n;
  else
    return branch(n - 1) + branch(n - 2);
}

static long counter;
static long counted(int n) { // calls: serial
  counter++;
  if (n < 2) return counter % 7;
  return counted(n - 1) + counted(n - 2);
}

static long chained(int n, long seed) { // calls: serial
  if (n < 2) return seed * 3 % 1000;
  long first = chained(n - 1, seed);
  return chained(n - 2, first) + 1;
}

static void merge(int *a, int *tmp, int n) {
  int m = n / 2, i = 0, j = m, k = 0;
  while (i < m && j < n) tmp[k++] = a[i] <= a[j] ? a[i++] : a[j++];
  while (i < m) tmp[k++] = a[i++];
  while (j < n) tmp[k++] = a[j++];
  memcpy(a, tmp, (size_t)n * sizeof *a);
}

static void sort(int *a, int *tmp, int n) { // calls: tasks n
  if (n < 2) return;
  sort(a, tmp, n / 2);
  sort(a + n / 2, tmp + n / 2, n - n / 2);
  merge(a, tmp, n);
}

// The halves use one and the same room.
static void sort_in_common(int *a, int *tmp, int n) { // calls: serial
  if (n < 2) return;
  sort_in_common(a, tmp, n / 2);
  sort_in_common(a + n / 2, tmp, n - n / 2);
  merge(a, tmp, n);
}

static int partition(int *a, int lo, int hi) {
  const int pivot = a[(lo + hi) / 2];
  while (lo <= hi) {
    while (a[lo] < pivot) lo++;
    while (a[hi] > pivot) hi--;
    if (lo <= hi) {
      const int kept = a[lo];
      a[lo++] = a[hi];
      a[hi--] = kept;
    }
  }
  return lo;
}

static void quick(int *a, int lo, int hi) { // calls: tasks hi - lo
  if (lo >= hi) return;
  int middle = partition(a, lo, hi);
  quick(a, lo, middle - 1);
  quick(a, middle, hi);
}

// What swap() does is in front of the first call, whose statement has no code of other functions but its own.
static void swap(int *a, int *b) {
  int kept = *a;
  *a = *b;
  *b = kept;
}

static void swapped(int *a, int lo, int hi) { // calls: tasks hi - lo
  if (lo >= hi) return;
  int pivot = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j) swap(a + i++, a + j--);
  }
  swapped(a, lo, j);
  swapped(a, i, hi);
}

// What ticket() does is part of the statements with the calls.
static long tickets;
static long ticket(void) { return tickets++; }

static long ticketed(int n, long number) { // calls: serial
  if (n < 2) return number % 7;
  long a = ticketed(n - 1, ticket());
  long b = ticketed(n - 2, ticket());
  return a + b;
}

// swap() comes behind the first call, and behind one that is not made each time.
static long between(int *a, int n) { // calls: serial
  if (n < 2) return a[n];
  long first = between(a, n - 1), other = 0;
  other = n % 2 ? between(a, n - 3 > 0 ? n - 3 : 0) : 0;
  swap(a, a + 1);
  long last = between(a, n - 2);
  return (first + 2 * other + 3 * last) % 1000;
}

struct node {
  long value;
  struct node *left, *right;
};

static struct node *grow(int depth, long *seed) { // calls: serial
  struct node *made = malloc(sizeof *made);
  *seed = (*seed * 1103515245 + 12345) % 2147483648;
  made->value = *seed % 100;
  made->left = made->right = NULL;
  if (depth > 0) {
    made->left = grow(depth - 1, seed);
    made->right = grow(depth - 1, seed);
  }
  return made;
}

static long sum_of(const struct node *tree) { // calls: tasks none
  if (!tree) return 0;
  return tree->value + sum_of(tree->left) + sum_of(tree->right);
}

static long depth_of(const struct node *tree, int depth) { // calls: serial
  if (!tree) return depth;
  long left = depth_of(tree->left, depth + 1), right = 0;
  right = depth_of(tree->right, depth + 1);
  return left > right ? left : right;
}

// c += a b, each of n x n elements in rows of `row`.
static void multiply(double *c, const double *a, const double *b, int n, int row) { // calls: tasks n
  if (n <= 8) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) c[i * row + j] += a[i * row + k] * b[k * row + j];
    return;
  }
  const int h = n / 2, down = h * row;
  multiply(c, a, b, h, row);
  multiply(c + h, a, b + h, h, row);
  multiply(c + down, a + down, b, h, row);
  multiply(c + down + h, a + down, b + h, h, row);
  multiply(c, a + h, b + down, h, row);
  multiply(c + h, a + h, b + down + h, h, row);
  multiply(c + down, a + down + h, b + down, h, row);
  multiply(c + down + h, a + down + h, b + down + h, h, row);
}

static void fill(int *a, int n, unsigned seed) {
  for (int i = 0; i < n; i++) a[i] = (int)((seed = seed * 1103515245u + 12345u) >> 8);
}

static long checksum(const int *a, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++) sum = (sum * 31 + a[i]) % 1000003;
  return sum;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 24, items = 1 << (n - 10);
  int *a = malloc((size_t)items * sizeof *a), *tmp = malloc((size_t)items * sizeof *tmp);
  printf("fib %ld\n", fib(n));
  long value = declared(n);
  printf("declared %ld\n", value);
  value = branch(n);
  printf("branch %ld\n", value);
  printf("counted %ld\n", counted(n));
  printf("chained %ld\n", chained(n, 5));
  fill(a, items, 1);
  sort(a, tmp, items);
  printf("sort %ld\n", checksum(a, items));
  fill(a, items, 2);
  sort_in_common(a, tmp, items);
  printf("sort_in_common %ld\n", checksum(a, items));
  fill(a, items, 3);
  quick(a, 0, items - 1);
  printf("quick %ld\n", checksum(a, items));
  fill(a, items, 3);
  swapped(a, 0, items - 1);
  printf("swapped %ld\n", checksum(a, items));
  value = ticketed(n, 3);
  printf("ticketed %ld\n", value);
  value = between(a, n);
  printf("between %ld\n", value);
  long seed = 7;
  struct node *tree = grow(n - 12, &seed);
  printf("sum %ld depth %ld\n", sum_of(tree), depth_of(tree, 0));
  enum { size = 64 };
  double *m = calloc(3 * size * size, sizeof *m);
  for (int i = 0; i < 2 * size * size; i++) m[i] = i % 13;
  multiply(m + 2 * size * size, m, m + size * size, size, size);
  double trace = 0;
  for (int i = 0; i < size; i++) trace += m[2 * size * size + i * size + i];
  printf("multiply %.1f\n", trace);
  return 0;
}
