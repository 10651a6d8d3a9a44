// Not divide-and-conquer: a call's result is an argument of the next.
#include <cstdio>

long ackermann(long m, long n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main() { std::printf("%ld\n", ackermann(2, 3)); }
