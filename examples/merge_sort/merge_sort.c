/* Merge sort with a task for each half, marked by the calls of unply/annotate.h: tasks inside tasks. The merge needs
 * both halves, so the containing task goes on in a new vertex behind them (an extension dependence). Compiled by any
 * other compiler, the calls are nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unply/annotate.h>

static void merge(int* a, int* scratch, size_t half, size_t n) {
  size_t left = 0, right = half, out = 0;
  while (left < half && right < n) scratch[out++] = a[right] < a[left] ? a[right++] : a[left++];
  while (left < half) scratch[out++] = a[left++];
  while (right < n) scratch[out++] = a[right++];
  memcpy(a, scratch, n * sizeof *a);
}

static void sort(int* a, int* scratch, size_t n) {
  if (n < 2) return;
  const size_t half = n / 2;
  unply_task_begin("left");
  sort(a, scratch, half);
  unply_task_end();
  unply_task_begin("right");
  sort(a + half, scratch + half, n - half);
  unply_task_end();
  merge(a, scratch, half, n);
}

int main(int argc, char** argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], 0, 10) : 8;
  int *a = malloc(n * sizeof *a), *scratch = malloc(n * sizeof *scratch);
  if (!a || !scratch) return 1;
  unsigned state = 1;
  for (size_t i = 0; i < n; i++) a[i] = (int)((state = state * 1103515245u + 12345u) >> 16 & 0x7fff);

  unply_trace_begin("sort");
  sort(a, scratch, n);
  unply_trace_end();

  size_t inversions = 0;
  for (size_t i = 1; i < n; i++) inversions += a[i] < a[i - 1];
  printf("merge_sort %zu elements: %zu out of order, first %d, last %d\n", n, inversions, a[0], a[n - 1]);
  free(a);
  free(scratch);
  return inversions != 0;
}
