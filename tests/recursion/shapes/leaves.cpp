// refused: leaves.cpp:6: the result of a call decides whether others are made
#include <cstdio>
bool over(const int* a, int lo, int hi) {
  if (hi - lo == 1) return a[lo] > 9;
  int mid = (lo + hi) / 2;
  if (over(a, lo, mid)) return true;
  return over(a, mid, hi);
}
int main() {
  int a[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::printf("%d\n", over(a, 0, 8));
}
