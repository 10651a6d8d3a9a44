// Not divide-and-conquer: one call in each activation.
#include <cstdio>

long count(long n, long sum) {
  if (n == 0) return sum;
  return count(n - 1, sum + n);
}

int main() { std::printf("%ld\n", count(20, 0)); }
