// operator new and delete as malloc and free; a vector that grows takes the history of its elements along by copying.
// graph:
//   tasks 4
#include <cstdio>
#include <memory>
int out[4];
int main() {
#pragma exg trace
  for (int i = 0; i < 4; i++)
#pragma exg task
  {
    auto p = std::make_unique<int[]>(16);
    for (int j = 0; j < 16; j++) p[j] = i + j;
    out[i] = p[5];
  }
  printf("%d %d\n", out[0], out[3]);
}
