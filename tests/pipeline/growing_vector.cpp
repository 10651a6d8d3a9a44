// push_back needs the size that the task before left behind: a chain through the vector itself.
// kinds: flow
// levels: -O1,-O2,-O3
// graph:
//   tasks 4
//   1 -> 2 flow
//   2 -> 3 flow
//   3 -> 4 flow
#include <cstdio>
#include <vector>
int main() {
  std::vector<int> v;
#pragma exg trace
  for (int i = 0; i < 4; i++)
#pragma exg task
    v.push_back(i);
  printf("%zu %d\n", v.size(), v[3]);
}
