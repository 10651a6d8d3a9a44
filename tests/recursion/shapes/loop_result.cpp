// refused: loop_result.cpp:8: whether it calls itself depends on 'worst', which an earlier call gives
#include <cstdio>
long over(int depth, int width) {
  if (depth == 0) return width;
  long worst = 0;
  for (int i = 0; i < width; ++i) {
    int next = width - i;
    if (worst < 50) worst += over(depth - 1, next);
  }
  return worst;
}
int main() { std::printf("%ld\n", over(2, 3)); }
