// Vectors by value: each call has its own.
#include <cstdio>
#include <cstdlib>
#include <vector>

std::vector<int> sorted(std::vector<int> v) {
  if (v.size() <= 1) return v;
  std::size_t half = v.size() / 2;
  std::vector<int> left = sorted(std::vector<int>(v.begin(), v.begin() + half));
  std::vector<int> right = sorted(std::vector<int>(v.begin() + half, v.end()));
  v.clear();
  std::size_t i = 0, j = 0;
  while (i < left.size() || j < right.size())
    v.push_back(j == right.size() || (i < left.size() && left[i] <= right[j]) ? left[i++] : right[j++]);
  return v;
}

int main(int argc, char** argv) {
  std::vector<int> v(argc > 1 ? std::atoi(argv[1]) : 40);
  unsigned state = 1;
  for (int& x : v) x = static_cast<int>((state = state * 1664525u + 1013904223u) >> 8);
  for (int x : sorted(v)) std::printf("%d\n", x);
}
