// refused: condition.cpp:7: the call is made under a condition within an expression
#include <cstdio>
bool over(const int* a, int lo, int hi) {
  if (hi - lo == 1) return a[lo] > 9;

  int mid = (lo + hi) / 2;
  return over(a, lo, mid) || over(a, mid, hi);
}
int main() {
  int a[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::printf("%d\n", over(a, 0, 8));
}
