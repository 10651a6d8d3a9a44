// refused: loop_break.cpp:8: it may leave the loop or the function between calls, by a result of one
#include <cstdio>
long over(int depth, int width) {
  if (depth == 0) return width;
  long worst = 0;
  for (int i = 0; i < width; ++i) {
    int next = width - i;
    if (worst > 100) break;
    if (worst < 50) worst += over(depth - 1, next);
  }
  return worst;
}
int main() { std::printf("%ld\n", over(2, 3)); }
