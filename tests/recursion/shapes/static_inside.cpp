// refused: static_inside.cpp:5: 'seen' is static: calls share it
#include <cstdio>
long over(int n) {
  if (n < 2) return n;
  static int seen[100];
  n += seen[0];
  return over(n - 1) + over(n - 2);
}
int main() { std::printf("%ld\n", over(3)); }
