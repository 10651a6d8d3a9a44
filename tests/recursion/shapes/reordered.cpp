// refused: reordered.cpp:7: it changes 'k', which an earlier statement with a call uses
#include <cstdio>
long over(int n) {
  if (n < 2) return n;
  long k = 3;
  long left = k * over(n - 1);
  k = 5;
  return left + k * over(n - 2);
}
int main() { std::printf("%ld\n", over(6)); }
