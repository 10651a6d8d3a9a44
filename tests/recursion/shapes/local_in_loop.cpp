// refused: an argument refers to 'part', which ends before the call runs
#include <cstdio>
#include <vector>
long over(const std::vector<int>& v) {
  if (v.size() < 2) return v.empty() ? 0 : v[0];
  long sum = 0;
  for (std::size_t half = 0; half < 2; ++half) {
    std::vector<int> part(v.begin() + half * (v.size() / 2), half == 0 ? v.begin() + v.size() / 2 : v.end());
    sum += over(part);
  }
  return sum;
}
int main() { std::printf("%ld\n", over({1, 2, 3, 4, 5})); }
