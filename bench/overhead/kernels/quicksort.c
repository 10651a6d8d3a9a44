/* Quicksort with nested tasks: a coarse task is a call on 8192 elements or more, a fine one on 64 or more. */
#include "kernel.h"
enum { kElements = 500000 };
#ifdef TASKS_FINE
enum { kTask = 64 };
#else
enum { kTask = 8192 };
#endif
static int element[kElements];

static void prepare(void) {
  random_state = 88172645463325252ul;
  for (int i = 0; i < kElements; i++) element[i] = (int)(next_random() >> 1);
}

static void sort(int* a, int n) {
  if (n <= 16) {
    for (int i = 1; i < n; i++) {
      const int e = a[i];
      int j = i;
      for (; j > 0 && a[j - 1] > e; j--) a[j] = a[j - 1];
      a[j] = e;
    }
    return;
  }
  const int pivot = a[n / 2];
  int i = 0, j = n - 1;
  for (;; i++, j--) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i >= j) break;
    const int e = a[i];
    a[i] = a[j];
    a[j] = e;
  }
  if (n >= kTask) {
    COARSE FINE sort(a, i);
    COARSE FINE sort(a + i, n - i);
  } else {
    sort(a, i);
    sort(a + i, n - i);
  }
}

__attribute__((noinline)) static void kernel(void) { TRACE sort(element, kElements); }

static double digest(void) {
  double sum = 0;
  for (int i = 0; i < kElements; i++) sum += (double)element[i] * (i & 7);
  return sum;
}
static size_t touched_bytes(void) { return sizeof element; }
