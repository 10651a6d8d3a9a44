// refused: needs.cpp:8: the call needs 'skip', which an earlier call gives
#include <cstdio>
long over(const int* a, int lo, int hi) {
  if (hi - lo <= 1) return 0;
  int mid = (lo + hi) / 2;
  long left = over(a, lo, mid);
  int skip = mid + (left < 0);
  return left + over(a, skip, hi) + a[mid];
}
int main() {
  int a[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::printf("%ld\n", over(a, 0, 8));
}
