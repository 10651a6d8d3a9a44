// Range-for over a list, whose iterator is a class: a map at every -O level, with and without unwinding.
// build: $CC $LEVEL $TASKS $SRC -std=c++17 -o program
// tasks: --pool --tasks chosen_range_for.cpp:15 --tasks chosen_range_for.cpp:18
// graph:
//   tasks 6
//   1 -> 4 output
//   2 -> 5 anti
//   3 -> 6 output
//   1 -> 4 flow
//   3 -> 6 flow
#include <cstdio>
#include <list>
void map(std::list<int>& values) {
  std::list<int> other(3);
  for (int& x : values) {
    if (x != 2) x = 7 * x;
  }
  for (auto it = values.begin(); it != values.end(); it++)
    *it += 1;
}
int main() {
  std::list<int> values{1, 2, 3};
  map(values);
  std::printf("%d\n", values.front());
}
