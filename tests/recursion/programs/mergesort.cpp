// Merges runs of an array through a scratch array of the same length.
#include <cstdio>
#include <cstdlib>
#include <vector>

static void merge_sort(int* a, int lo, int hi, int* tmp) {
  if (hi - lo < 2) return;
  int mid = lo + (hi - lo) / 2;
  merge_sort(a, lo, mid, tmp);
  merge_sort(a, mid, hi, tmp);
  int i = lo, j = mid, k = lo;
  while (i < mid && j < hi) tmp[k++] = a[j] < a[i] ? a[j++] : a[i++];
  while (i < mid) tmp[k++] = a[i++];
  while (j < hi) tmp[k++] = a[j++];
  for (k = lo; k < hi; ++k) a[k] = tmp[k];
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 100;
  std::vector<int> a(n), tmp(n);
  unsigned state = 1;
  for (int& x : a) x = static_cast<int>((state = state * 1664525u + 1013904223u) >> 8);
  merge_sort(a.data(), 0, n, tmp.data());
  for (int x : a) std::printf("%d\n", x);
}
