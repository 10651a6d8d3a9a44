// The largest sum of consecutive numbers, by four sums of each half.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

struct Sums {
  long all, prefix, suffix, best;
};

static Sums largest_sums(std::span<const int> numbers) {
  if (numbers.size() == 1) {
    long x = numbers[0], positive = std::max(x, 0l);
    return {x, positive, positive, positive};
  }
  const auto half = numbers.size() / 2;
  const Sums a = largest_sums(numbers.first(half));
  const Sums b = largest_sums(numbers.subspan(half));
  return {a.all + b.all, std::max(a.prefix, a.all + b.prefix), std::max(b.suffix, b.all + a.suffix),
          std::max({a.best, b.best, a.suffix + b.prefix})};
}

int main(int argc, char** argv) {
  std::vector<int> numbers(argc > 1 ? std::atoi(argv[1]) : 50);
  unsigned state = 1;
  for (int& x : numbers) x = static_cast<int>((state = state * 1664525u + 1013904223u) >> 20) - 2048;
  Sums sums = largest_sums(numbers);
  std::printf("%ld %ld %ld %ld\n", sums.all, sums.prefix, sums.suffix, sums.best);
}
