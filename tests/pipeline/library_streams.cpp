// iostreams live in libstdc++.so: they are instantiated here, with hooks. Tasks 1 and 2 write one stream and 3 takes its
// text; 4 and 5 have streams of their own; 6 and 7 read one stream in turn, and
// 9 what is left. 8 uses the numbers of 4 and 5, which a function of the library wrote.
// kinds: flow
// levels: -O0, -O2
// graph:
//   tasks 9
//   1 -> 2 flow
//   2 -> 3 flow
//   6 -> 7 flow
//   4 -> 8 flow
//   5 -> 8 flow
//   7 -> 9 flow
#include <cstdio>
#include <sstream>
#include <string>
std::string text, words[2];
double numbers[2], sum;
int left;
int main() {
  std::ostringstream shared;
  std::istringstream lines("one 1\ntwo 2\n3");
#pragma exg trace
  {
    for (int i = 0; i < 2; i++)
#pragma exg task
      shared << "row " << i << ' ' << 1.5;
#pragma exg task
    text = shared.str();
    for (int i = 0; i < 2; i++)
#pragma exg task
    {
      std::istringstream own(i ? "2.5 b" : "1.5 a");
      own >> numbers[i];
    }
    for (int i = 0; i < 2; i++)
#pragma exg task
      std::getline(lines, words[i]);
#pragma exg task
    sum = numbers[0] + numbers[1];
#pragma exg task
    lines >> left;
  }
  printf("%s %g %d %s %s\n", text.c_str(), sum, left, words[0].c_str(), words[1].c_str());
}
