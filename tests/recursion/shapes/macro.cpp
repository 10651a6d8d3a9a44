// refused: the call is made by a macro
#include <cstdio>
#define BOTH(n) (over((n)-1) + over((n)-2))
long over(int n) {
  if (n < 2) return n;
  return BOTH(n);
}
int main() { std::printf("%ld\n", over(6)); }
