// refused: directive.cpp:5: a preprocessor directive within the function
#include <cstdio>
long over(int n) {
  if (n < 2) return n;
#ifdef TWICE
  n -= 1;
#endif
  return over(n - 1) + over(n - 2);
}
int main() { std::printf("%ld\n", over(6)); }
