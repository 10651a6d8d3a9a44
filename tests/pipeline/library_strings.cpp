// std::string lives in libstdc++.so before C++20: it is instantiated here, with hooks, all the same. Tasks 2 to 4 grow
// one string: 2 allocates (16 characters do not fit in the object), 4 again. Task 5 reads it, 6 and 7 their own.
// kinds: flow
// levels: -O0, -O2, -O1 -fno-exceptions
// graph:
//   tasks 7
//   1 -> 2 flow
//   2 -> 3 flow
//   2 -> 4 flow
//   3 -> 4 flow
//   4 -> 5 flow
#include <cstdio>
#include <string>
#include <string_view>
size_t out[3];
int main() {
  std::string s;
#pragma exg trace
  {
#pragma exg task
    s = "abcdefgh";
    for (int i = 0; i < 3; i++)
#pragma exg task
      s += std::string_view("ijklmnop");
#pragma exg task
    out[0] = s.find("op") + s.substr(3).size();
    for (int i = 0; i < 2; i++)
#pragma exg task
    {
      std::string own = std::to_string(i + 100000);
      own.insert(0, "a longer beginning ").append(3, 'x');
      out[1 + i] = own.size();
    }
  }
  printf("%s %zu %zu %zu\n", s.c_str(), out[0], out[1], out[2]);
}
