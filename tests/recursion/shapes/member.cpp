// refused: it is a member function
#include <cstdio>
struct Sum {
  const int* a;
  long over(int lo, int hi) const {
    if (hi - lo == 1) return a[lo];
    int mid = (lo + hi) / 2;
    return over(lo, mid) + over(mid, hi);
  }
};
int main() {
  int a[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::printf("%ld\n", Sum{a}.over(0, 8));
}
