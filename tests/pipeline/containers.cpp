// Dependences through a std::vector, a std::string and a std::map: elements, not the container as a whole.
// kinds: flow
// graph:
//   tasks 7
//   1 -> 2 flow
//   2 -> 3 flow
//   1 -> 4 flow
//   5 -> 6 flow
//   5 -> 7 flow
//   6 -> 7 flow
#include <cstdio>
#include <map>
#include <string>
#include <vector>
int out[4];
int main() {
  std::vector<int> v(10);
  std::string s(100, 'a');
#pragma exg trace
  {
#pragma exg task
    for (int i = 0; i < 5; i++) v[i] = i;
#pragma exg task
    v[5] = v[4] + 1;
#pragma exg task
    out[0] = v[5];
#pragma exg task
    out[1] = v[0];
#pragma exg task
    for (char& c : s) c = 'b';
#pragma exg task
    s[7] = s[8];
#pragma exg task
    out[2] = s[7] + s[50];
  }
  printf("%d %d %d\n", out[0], out[1], out[2]);
}
