// fib(n) by plain recursion and by the skeleton, whose work besides the recursion is next to nothing.
//   fib plain|fixed|dynamic|braces|none N
#include <unply/divide_and_conquer.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

// Keeps the compiler from computing fib of small numbers at compile time, in all variants alike.
int opaque(int n) {
  asm volatile("" : "+r"(n));
  return n;
}

long plain(int n) {
  n = opaque(n);
  return n < 2 ? n : plain(n - 1) + plain(n - 2);
}

template <class Parts> struct Fib {
  using problem = int;
  using solution = long;
  bool is_base(int n) const { return opaque(n) < 2; }
  long solve(int n) const { return n; }
  Parts divide(int n) const { return {n - 1, n - 2}; }
  long combine(int, std::span<long> parts) const { return parts[0] + parts[1]; }
};

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string_view variant = argv[1];
  const int n = std::atoi(argv[2]);
  long result = 0;
  if (variant == "plain") result = plain(n);
  if (variant == "fixed") result = unply::divide_and_conquer(unply::seq{}, Fib<std::array<int, 2>>{}, n);
  if (variant == "dynamic") result = unply::divide_and_conquer(unply::seq{}, Fib<std::vector<int>>{}, n);
  if (variant == "braces")
    result = unply::divide_and_conquer<long>(unply::seq{}, n,
                                             {.is_base = [](int i) { return opaque(i) < 2; },
                                              .solve = [](int i) { return long(i); },
                                              .divide = [](int i) { return std::array{i - 1, i - 2}; },
                                              .combine = [](int, std::span<long> s) { return s[0] + s[1]; }});
  std::printf("%ld\n", result);
}
