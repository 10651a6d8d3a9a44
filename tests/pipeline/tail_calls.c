// An interpreter of functions that end in a jump to the next one: a million instructions in one frame of the stack.
// levels: -O0,-O2
// graph:
//   tasks 2
//   1 -> 2 flow result
//   1 -> 2 output result
#include <stdio.h>
typedef long operation(long, long, const void *);
typedef operation *table[2];
long result;
static long add(long n, long value, const void *operations) {
  if (n == 0) return value;
  __attribute__((musttail)) return (*(const table *)operations)[n & 1](n - 1, value + 2, operations);
}
static long subtract(long n, long value, const void *operations) {
  if (n == 0) return value;
  __attribute__((musttail)) return (*(const table *)operations)[n & 1](n - 1, value - 1, operations);
}
static const table operations = {add, subtract};
int main(void) {
#pragma exg trace
  for (int i = 0; i < 2; i++)
#pragma exg task
    result = add(1000000, result, operations);
  printf("%ld\n", result);
}
