// The recursion is within a branch, and the index between its parts comes from a call.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

static int partition(std::vector<int>& a, int lo, int hi) {
  int pivot = a[hi], at = lo;
  for (int k = lo; k < hi; ++k)
    if (a[k] < pivot) std::swap(a[k], a[at++]);
  std::swap(a[at], a[hi]);
  return at;
}

void quick_sort(std::vector<int>& a, int lo, int hi) {
  if (lo < hi) {
    int p = partition(a, lo, hi);
    quick_sort(a, lo, p - 1);
    quick_sort(a, p + 1, hi);
  }
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 100;
  std::vector<int> a(n);
  unsigned state = 1;
  for (int& x : a) x = static_cast<int>((state = state * 1664525u + 1013904223u) >> 8);
  quick_sort(a, 0, n - 1);
  for (int x : a) std::printf("%d\n", x);
}
