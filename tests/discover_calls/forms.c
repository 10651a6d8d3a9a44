// Calls within larger statements: what follows "calls:" is the verdict on the function's calls, and the parameter in the
// condition of its tasks.
#include <stdio.h>
#include <stdlib.h>

static int work_of(int value) {
  for (int k = 0; k < 400; k++) value = (value * 31 + k) % 1009;
  return value;
}

static int chosen(int n) { return n < 2 ? work_of(n) : (chosen(n - 1) + chosen(n - 2)) % 10007; } // calls: tasks n

static int otherwise(int n) { // calls: tasks n
  int value = n > 1 ? otherwise(n - 1) + 3 * otherwise(n - 2) : work_of(n);
  return value % 10007;
}

// The test is of memory, which the calls change.
static int limit = 1;
static int with_limit(int n) { // calls: serial known only in the middle of its statement
  int kept = n > limit ? with_limit(n - 1) + with_limit(n - 2) : work_of(n);
  limit = 1 + (limit + kept) % 2;
  return kept % 10007;
}

static long added(int n) { // calls: tasks n
  if (n < 2) return work_of(n);
  long sum = n;
  sum += added(n - 1);
  sum += added(n - 2);
  return sum % 10007;
}

// The second call uses the sum so far.
static long fed(int n, long from) { // calls: serial its statement also changes sum
  if (n < 2) return work_of(n) + from % 7;
  long sum = n;
  sum += fed(n - 1, from);
  sum += fed(n - 2, sum);
  return sum % 10007;
}

static int branched(int n, int low) { // calls: tasks n
  int left = 0, right = 0;
  if (n > low) left = branched(n - 1, low);
  if (n > low + 1) {
    // a comment
    right = branched(n - 2, low); // and another one
  }
  return (left * 3 + right + work_of(n)) % 10007;
}

// The second test needs the first call's value.
static int stops(int n) { // calls: serial left is used there
  int left = n < 2, right = 0;
  if (n > 1) left = stops(n - 1);
  if (n > 2 && left % 2 == 0) right = stops(n - 2);
  return (left * 3 + right + work_of(n)) % 10007;
}

// The variable that is added first is set by the second call: behind both, the sum would be another.
static int replaced(int n) { // calls: serial m is used there
  if (n < 2) return work_of(n);
  int m = n;
  int sum = m + replaced(n - 1);
  m = replaced(n - 2);
  return (sum * 5 + m) % 10007;
}

static int counted(int n) { // calls: serial its statement also changes k
  if (n < 2) return work_of(n);
  int k = 1;
  int sum = counted(n - k++);
  sum += counted(n - k);
  return sum % 10007;
}

static int either(int n) { // calls: serial known only in the middle
  if (n < 2) return work_of(n) % 2 == 2;
  return either(n - 1) || either(n - 2) || n > 100;
}

static void sorted(int *a, int lo, int hi) { // calls: tasks hi - lo
  int i = lo, j = hi, pivot = a[(lo + hi) / 2];
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j) {
      int kept = a[i];
      a[i++] = a[j];
      a[j--] = kept;
    }
  }
  if (lo < j) sorted(a, lo, j);
  if (i < hi) sorted(a, i, hi);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 18, count = n * n * 20;
  printf("%d %d %d\n", chosen(n), otherwise(n), with_limit(n));
  printf("%ld %ld %d\n", added(n), fed(n, 3), branched(n, 1));
  printf("%d %d %d %d\n", stops(n), replaced(n), counted(n), either(n));
  int *a = malloc((size_t)count * sizeof *a);
  for (int i = 0; i < count; i++) a[i] = (int)((unsigned)i * 2654435761u >> 8);
  sorted(a, 0, count - 1);
  long sum = 0;
  for (int i = 0; i < count; i++) sum = (sum * 3 + a[i]) % 1000003;
  printf("%ld\n", sum);
}
