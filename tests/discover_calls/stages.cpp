// Calls that follow each other in functions without recursion, of methods and of functions that take references.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

using Numbers = std::vector<long>;

void fill(Numbers& numbers, long seed) {
  for (long& number : numbers) {
    for (int k = 0; k < 40; ++k) seed = (seed * 1103515245 + 12345) % 2147483648;
    number = seed % 1000;
  }
}

long total(const Numbers& numbers) {
  long sum = 0;
  for (long number : numbers)
    for (int k = 0; k < 40; ++k) sum = (sum * 7 + number) % 1000003;
  return sum;
}

void scale(Numbers& numbers, const Numbers& by) {
  for (size_t i = 0; i < numbers.size(); ++i)
    for (int k = 0; k < 40; ++k) numbers[i] = (numbers[i] * by[i] + k) % 10007;
}

long independent(size_t count) { // calls: tasks
  Numbers a(count), b(count);
  fill(a, 1);
  fill(b, 2);
  long first = total(a);
  long second = total(b);
  return first * 3 + second;
}

long in_order(size_t count) { // calls: serial
  Numbers a(count);
  fill(a, 1);
  scale(a, a);
  return total(a);
}

// Reads by an index of what another call has written element by element.
[[gnu::noinline]] void scatter(Numbers& to, const Numbers& order, long seed) {
  asm volatile(""); // a function with assembly is not inlined into the loop profile's copy of another one
  for (size_t i = 0; i < order.size(); ++i) {
    for (int k = 0; k < 40; ++k) seed = (seed * 1103515245 + 12345) % 2147483648;
    to[(size_t)order[i]] = seed % 1000;
  }
}

[[gnu::noinline]] void gather(Numbers& to, const Numbers& from, const Numbers& order) {
  asm volatile("");
  for (size_t i = 0; i < order.size(); ++i) {
    long value = from[(size_t)order[i]];
    for (int k = 0; k < 40; ++k) value = (value * 31 + k) % 1009;
    to[i] = value;
  }
}

long gathered(size_t count, const Numbers& order) { // calls: serial flow
  Numbers a(count), b(count), c(count);
  scatter(a, order, 1);
  gather(b, a, order);
  scatter(b, order, 2);
  gather(c, b, order);
  return c[count / 2];
}

long gathered_beside(size_t count, const Numbers& order, const Numbers& from) { // calls: tasks
  Numbers a(count), b(count), c(count);
  scatter(a, order, 1);
  gather(b, from, order);
  gather(c, order, order);
  return a[count / 3] + b[count / 2] + c[0];
}

// Inlined code of a header is at no place of the function: behind a call that is a statement by itself, it is in none of
// the calls before.
void sort(long* a, long* other, long n) { // calls: tasks n
  if (n < 2) return;
  sort(a, other, n / 2);
  sort(a + n / 2, other + n / 2, n - n / 2);
  std::merge(a, a + n / 2, a + n / 2, a + n, other);
  std::copy(other, other + n, a);
}

void double_half(long* a, long n) { // calls: serial
  if (n < 2) return (void)(*a = *a % 1009 + 1);
  double_half(a, n / 2);
  std::copy(a, a + n - n / 2, a + n / 2);
  double_half(a + n / 2, n - n / 2);
}

void spread(long* a, long n, long sum) { // calls: serial
  if (n < 2) return (void)(*a = (*a + sum) % 1009);
  spread(a, n / 2, sum);
  spread(a + n / 2, n - n / 2, std::accumulate(a, a + n / 2, 0L));
}

class Grid {
public:
  explicit Grid(size_t count) : left_(count), right_(count) {}
  long run() { // calls: tasks
    fill(left_, 3);
    fill(right_, 4);
    scale(left_, right_);
    return total(left_);
  }
  long deep(int depth, size_t begin, size_t end) { // calls: tasks depth
    if (depth == 0) return std::accumulate(left_.begin() + (long)begin, left_.begin() + (long)end, 0L);
    const size_t middle = (begin + end) / 2;
    const long first = deep(depth - 1, begin, middle);
    const long second = deep(depth - 1, middle, end);
    return first > second ? first - second : second - first;
  }

private:
  Numbers left_, right_;
};

} // namespace

int main(int argc, char** argv) {
  const size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20000;
  std::printf("independent %ld\n", independent(count));
  std::printf("in_order %ld\n", in_order(count));
  Numbers order(count), from(count);
  for (size_t i = 0; i < count; ++i) order[i] = (long)(i * 7 % count);
  scatter(from, order, 5);
  std::printf("gathered %ld\n", gathered(count, order));
  std::printf("gathered_beside %ld\n", gathered_beside(count, order, from));
  Grid grid(count);
  std::printf("run %ld\n", grid.run());
  std::printf("deep %ld\n", grid.deep(4, 0, count));
  Numbers numbers(count), other(count);
  fill(numbers, 5);
  sort(numbers.data(), other.data(), (long)count);
  std::printf("sort %ld\n", total(numbers));
  double_half(numbers.data(), (long)count);
  std::printf("double_half %ld\n", total(numbers));
  spread(numbers.data(), (long)count, 1);
  std::printf("spread %ld\n", total(numbers));
}
