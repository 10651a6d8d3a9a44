// Nodes of std::map and std::list are linked by functions of libstdc++, which have models; sizes of hash tables too.
// Tasks 1 to 3 insert; 4 goes through the map from its first node, linked by 2; 5 and 6 each fill one of their own.
// kinds: flow
// levels: -O0, -O2
// graph:
//   tasks 8
//   1 -> 2 flow
//   1 -> 3 flow
//   2 -> 3 flow
//   1 -> 4 flow
//   2 -> 4 flow
//   3 -> 4 flow
//   7 -> 8 flow
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <functional>
#include <unordered_map>
int sum, own[2], front;
int main() {
  std::map<int, int> m;
  std::list<int> l;
#pragma exg trace
  {
#pragma exg task
    m[2] = 1;
#pragma exg task
    m[1] = 2;
#pragma exg task
    m[3] = 4;
#pragma exg task
    for (auto &[key, value] : m)
      sum += key * value;
    for (int i = 0; i < 2; i++)
#pragma exg task
    {
      std::unordered_map<int, int> counts;
      for (int k = 0; k < 20; k++)
        counts[k % 7]++;
      std::function<int(int)> next = [&](int k) { return counts[k]; };
      auto shared = std::make_shared<int>(next(3));
      own[i] = *shared;
    }
#pragma exg task
    l.push_back(1);
#pragma exg task
    {
      l.push_back(2);
      front = l.front();
    }
  }
  printf("%d %d %d %d\n", sum, own[0], own[1], front);
}
