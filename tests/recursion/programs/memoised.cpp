// Not divide-and-conquer: a later call reads what an earlier one has noted.
#include <cstdio>
#include <cstdlib>

static long known[100];

long fib(int n) {
  if (n < 2) return n;
  if (known[n] != 0) return known[n];
  long a = fib(n - 1), b = fib(n - 2);
  return known[n] = a + b;
}

int main(int argc, char** argv) { std::printf("%ld\n", fib(argc > 1 ? std::atoi(argv[1]) : 20)); }
