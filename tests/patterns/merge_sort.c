// Runs sorted independently, merged bottom up with copies.
// run 8 => reduction tree: 8 leaves, fan-in 2, depth 3
// run 64 => reduction tree: 64 leaves, fan-in 2, depth 6
#include <stdio.h>
#include <stdlib.h>
enum { kRun = 4 };
static void sort_run(int* a) {
  for (int i = 1; i < kRun; i++)
    for (int j = i; j > 0 && a[j] < a[j - 1]; j--) {
      int t = a[j];
      a[j] = a[j - 1], a[j - 1] = t;
    }
  for (int i = 0; i < kRun; i++) a[i] += 0;
}
static void merge(const int* a, int n, int* to) {
  for (int k = 0, i = 0, j = n; k < 2 * n; k++) to[k] = j == 2 * n || (i < n && a[i] <= a[j]) ? a[i++] : a[j++];
}
int main(int argc, char** argv) {
  int n = kRun * atoi(argv[1]);
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int));
#pragma exg trace
  {
    for (int i = 0; i < n; i += kRun)
#pragma exg task
    {
      for (int j = 0; j < kRun; j++) a[i + j] = (i + j) * 7919 % 1000;
      sort_run(a + i);
    }
    for (int length = kRun; length < n; length *= 2) {
      for (int i = 0; i < n; i += 2 * length)
#pragma exg task
        merge(a + i, length, b + i);
      int* t = a;
      a = b, b = t;
    }
  }
  for (int i = 1; i < n; i++)
    if (a[i - 1] > a[i]) return 1;
  puts("sorted");
}
