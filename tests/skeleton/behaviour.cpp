// Corners of the skeleton on each back end that this is built with: each line says a property and what came out. The
// test compares the lines of all back ends, and runs this under AddressSanitizer.
#include <unply/divide_and_conquer.h>
#ifdef _OPENMP
#include <unply/divide_and_conquer/openmp.h>
#endif
#ifdef WITH_TBB
#include <unply/divide_and_conquer/tbb.h>
#endif

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using unply::divide_and_conquer;

namespace {

struct Range {
  int from, to;
};
int size(const Range& r) { return r.to - r.from; }
std::array<Range, 2> halves(const Range& r) {
  const int middle = (r.from + r.to) / 2;
  return {Range{r.from, middle}, Range{middle, r.to}};
}

std::atomic<int> alive{0};

// Neither default constructor nor copies, and wants an alignment of its own.
struct alignas(64) Counted {
  long value;
  explicit Counted(long number) : value(number) { ++alive; }
  Counted(Counted&& other) : value(other.value) { ++alive; }
  ~Counted() {
    --alive;
    if (reinterpret_cast<std::uintptr_t>(this) % 64) std::printf("misaligned\n");
  }
};

template <class Parts> struct Sum {
  using problem = Range;
  using solution = Counted;
  int bad = -1, worse = -1;
  bool is_base(const Range& r) const { return size(r) <= 1; }
  Counted solve(const Range& r) const {
    if (r.from == bad || r.from == worse) throw std::runtime_error("thrown at " + std::to_string(r.from));
    return Counted(r.from);
  }
  Parts divide(const Range& r) const {
    const auto both = halves(r);
    if constexpr (requires { Parts().resize(2); })
      return Parts(both.begin(), both.end());
    else
      return both;
  }
  Counted combine(const Range&, std::span<Counted> parts) const { return Counted(parts[0].value + parts[1].value); }
};
using FixedSum = Sum<std::array<Range, 2>>;
using DynamicSum = Sum<std::vector<Range>>;

// N queens by rows: as many parts as there are free columns, none included; the solution is a bool or a number.
struct Board {
  int n, row;
  unsigned columns, left, right;
};
template <class Solution> struct Queens {
  using problem = Board;
  using solution = Solution;
  bool is_base(const Board& b) const { return b.row == b.n; }
  Solution solve(const Board&) const { return 1; }
  std::vector<Board> divide(const Board& b) const {
    std::vector<Board> parts;
    for (int column = 0; column < b.n; ++column)
      if (const unsigned bit = 1u << column; !((b.columns | b.left | b.right) & bit))
        parts.push_back({b.n, b.row + 1, b.columns | bit, (b.left | bit) << 1, (b.right | bit) >> 1});
    return parts;
  }
  Solution combine(const Board&, std::span<Solution> parts) const {
    Solution all = 0;
    for (const Solution& part : parts) all = all + part;
    return all;
  }
};

// Problems that cannot be copied.
struct Owned {
  using problem = std::unique_ptr<Range>;
  using solution = std::unique_ptr<long>;
  bool is_base(const problem& p) const { return size(*p) <= 1; }
  solution solve(const problem& p) const { return std::make_unique<long>(p->from); }
  std::array<problem, 2> divide(const problem& p) const {
    const auto both = halves(*p);
    return {std::make_unique<Range>(both[0]), std::make_unique<Range>(both[1])};
  }
  solution combine(const problem&, std::span<solution> parts) const {
    return std::make_unique<long>(*parts[0] + *parts[1]);
  }
};

// Each combine is a call of the skeleton itself, on the same back end.
template <class Policy> struct Nested {
  using problem = Range;
  using solution = long;
  Policy policy;
  bool is_base(const Range& r) const { return size(r) <= 1; }
  long solve(const Range& r) const { return r.from; }
  std::array<Range, 2> divide(const Range& r) const { return halves(r); }
  long combine(const Range& r, std::span<long> parts) const {
    return parts[0] + parts[1] + divide_and_conquer(policy, FixedSum{}, r).value;
  }
};

// Text: an order of the parts that the result shows.
struct Order {
  using problem = Range;
  using solution = std::string;
  bool is_base(const Range& r) const { return size(r) <= 1; }
  std::string solve(const Range& r) const { return std::to_string(r.from); }
  std::vector<Range> divide(const Range& r) const {
    std::vector<Range> parts;
    for (int part = 0; part < 3; ++part) {
      const Range third{r.from + size(r) * part / 3, r.from + size(r) * (part + 1) / 3};
      if (size(third) > 0) parts.push_back(third);
    }
    return parts;
  }
  std::string combine(const Range&, std::span<std::string> parts) const {
    std::string all = "(";
    for (const auto& part : parts) all += (all == "(" ? "" : " ") + part;
    return all + ")";
  }
};

template <class Policy, class A> void print_thrown(const char* name, const Policy& policy, const A& algorithm) {
  try {
    divide_and_conquer(policy, algorithm, Range{0, 100});
    std::printf("%s: nothing thrown\n", name);
  } catch (const std::runtime_error& error) {
    std::printf("%s: %s, %d solutions left\n", name, error.what(), alive.load());
  }
}

template <class Policy> void print_all(const Policy& policy) {
  const Range hundred{0, 100};
  std::printf("fixed: %ld\n", divide_and_conquer(policy, FixedSum{}, hundred).value);
  std::printf("dynamic: %ld\n", divide_and_conquer(policy, DynamicSum{}, hundred).value);
  std::printf("base at once: %ld\n", divide_and_conquer(policy, FixedSum{}, Range{7, 8}).value);
  std::printf("solutions left: %d\n", alive.load());
  print_thrown("fixed", policy, FixedSum{40});
  print_thrown("dynamic", policy, DynamicSum{40});
  print_thrown("two, the first by place", policy, FixedSum{90, 3});
  std::printf("owned: %ld\n", *divide_and_conquer(policy, Owned{}, std::make_unique<Range>(hundred)));
  std::printf("queens of 3 and 6: %d %d\n", int(divide_and_conquer(policy, Queens<bool>{}, {3, 0, 0, 0, 0})),
              int(divide_and_conquer(policy, Queens<bool>{}, {6, 0, 0, 0, 0})));
  std::printf("queens of 8: %ld\n", divide_and_conquer(policy, Queens<long>{}, {8, 0, 0, 0, 0}));
  std::printf("nested: %ld\n", divide_and_conquer(policy, Nested<Policy>{policy}, Range{0, 32}));
  std::printf("order: %s\n", divide_and_conquer(policy, Order{}, Range{0, 11}).c_str());
  std::printf("functions: %ld\n",
              divide_and_conquer<long>(policy, 20,
                                       {.is_base = [](int n) { return n < 2; },
                                        .solve = [](int n) { return long(n); },
                                        .divide = [](int n) { return std::array{n - 1, n - 2}; },
                                        .combine = [](int, std::span<long> s) { return s[0] + s[1]; }}));
  std::printf("functions of one type: %d\n",
              divide_and_conquer(policy, 1000,
                                 {.is_base = [](int n) { return n < 10; },
                                  .solve = [](int n) { return n % 2; },
                                  .divide = [](int n) { return std::vector{n / 2, n - n / 2}; },
                                  .combine = [](int, std::span<int> s) { return s[0] + s[1]; }}));
}

} // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "seq";
  const int depth = argc > 2 ? std::stoi(argv[2]) : unply::automatic;
  if (name == "seq") print_all(unply::seq{.depth = depth < 0 ? 0 : depth});
#ifdef _OPENMP
  if (name == "openmp") print_all(unply::openmp{.depth = depth, .threads = 4});
  if (name == "inside") { // a call of each thread of a team, within its region
    long sums[4] = {};
#pragma omp parallel num_threads(4)
    sums[omp_get_thread_num()] = divide_and_conquer(unply::openmp{}, FixedSum{}, Range{0, 100}).value;
    std::printf("%ld %ld %ld %ld\n", sums[0], sums[1], sums[2], sums[3]);
  }
#endif
#ifdef WITH_TBB
  if (name == "tbb") print_all(unply::tbb{.depth = depth});
  if (name == "arena") {
    ::tbb::task_arena arena(2);
    print_all(unply::tbb{.depth = depth, .arena = &arena});
  }
#endif
}
