// refused: the function is used without being called
#include <cstdio>
long apply(long (*f)(int), int n);
long over(int n) {
  if (n < 2) return n;
  return over(n - 1) + over(n - 2) + (apply(over, 0) > 9);
}
long apply(long (*)(int), int n) { return n; }
int main() { std::printf("%ld\n", over(6)); }
