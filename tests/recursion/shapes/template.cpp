// refused: it is a template
#include <cstdio>
template <class T> long over(const T* a, int lo, int hi) {
  if (hi - lo == 1) return a[lo];
  int mid = (lo + hi) / 2;
  return over(a, lo, mid) + over(a, mid, hi);
}
int main() {
  int a[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::printf("%ld\n", over(a, 0, 8));
}
