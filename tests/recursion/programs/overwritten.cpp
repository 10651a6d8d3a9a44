// Not divide-and-conquer as it is written: an array that the first call reads is overwritten for the last one.
#include <cstdio>
#include <vector>

long weight(const std::vector<long>& v) {
  if (v.size() == 1) return v[0];
  std::size_t half = v.size() / 2;
  std::vector<long> low(v.begin(), v.begin() + half), high(v.begin() + half, v.end());
  long a = weight(low);
  for (std::size_t k = 0; k < half; ++k) low[k] += high[k];
  long b = weight(low);
  return 3 * a + b;
}

int main() {
  std::vector<long> v(16);
  for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<long>(k * k % 7);
  std::printf("%ld\n", weight(v));
}
