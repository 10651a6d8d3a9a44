// refused: changes_first.cpp:4: it changes something before the base case is decided
#include <cstdio>
long over(int n, int* count) {
  ++count[n];
  if (n < 2) return n;
  return over(n - 1, count + 40) + over(n - 2, count + 80 * n);
}
static int count[100000];
int main() { std::printf("%ld\n", over(4, count)); }
