// Counts placements of n queens, with sets of columns and diagonals in the bits of numbers: the calls are in a loop.
#include <cstdio>
#include <cstdlib>

long place(unsigned all, unsigned columns, unsigned left, unsigned right) {
  if (columns == all) return 1;
  long count = 0;
  unsigned free = all & ~(columns | left | right);
  while (free != 0) {
    unsigned bit = free & -free;
    free ^= bit;
    count += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 5;
  std::printf("%ld\n", place((1u << n) - 1, 0, 0, 0));
}
