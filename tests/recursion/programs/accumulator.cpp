// Not divide-and-conquer: all base cases add to one variable.
#include <cstdio>

static long total;

void sum(const int* a, int n) {
  if (n == 1) {
    total += a[0];
    return;
  }
  int half = n / 2;
  sum(a, half);
  sum(a + half, n - half);
}

int main() {
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i;
  sum(a, 16);
  std::printf("%ld\n", total);
}
