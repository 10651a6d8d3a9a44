// Two functions that call each other.
#include <cstdio>

long odd(int n);
long even(int n) { return n < 2 ? 1 : odd(n - 1) + odd(n - 2); }
long odd(int n) { return n < 2 ? 2 : even(n - 1) + even(n - 2); }

int main() { std::printf("%ld\n", even(10)); }
