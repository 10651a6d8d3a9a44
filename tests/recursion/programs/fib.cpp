#include <cstdio>
#include <cstdlib>

long fib(int n) {
  if (n < 2) return n;
  return fib(n - 1) + fib(n - 2);
}

int main(int argc, char** argv) { std::printf("%ld\n", fib(argc > 1 ? std::atoi(argv[1]) : 10)); }
