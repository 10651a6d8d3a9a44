// In place, on a range of pointers; the calls are made only for parts that need them.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace sorting {
void quick_sort(int* first, int* last) {
  int pivot = first[(last - first) / 2];
  int *i = first, *j = last;
  while (i <= j) {
    while (*i < pivot) ++i;
    while (pivot < *j) --j;
    if (i <= j) std::swap(*i++, *j--);
  }
  if (first < j) quick_sort(first, j);
  if (i < last) quick_sort(i, last);
}
} // namespace sorting

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 100;
  std::vector<int> a(n);
  unsigned state = 1;
  for (int& x : a) x = static_cast<int>((state = state * 1664525u + 1013904223u) >> 8);
  sorting::quick_sort(a.data(), a.data() + n - 1);
  for (int x : a) std::printf("%d\n", x);
}
