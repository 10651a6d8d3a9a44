// Variables that OpenMP has no clause for, or takes into no parallel loop: structured bindings, atomic objects, members of
// anonymous unions, static members by other names.
#include <array>
#include <atomic>
#include <cstdio>
#include <tuple>
#include <utility>

constexpr int N = 240;
static int v[N];
struct Pair {
  int first, second;
};
struct Counter {
  static int made;
  static thread_local int own;
  int sum = 0;
  void fill();
};
int Counter::made = 3;
thread_local int Counter::own = 2;
namespace scale {
int factor = 5;
}
#define FACTOR scale::factor

void Counter::fill() {
  own = 7;
  for (int i = 0; i < N; i++) v[i] = (i * 131 + 57) % 241 + made; //@ doall
  for (int i = 0; i < N; i++) v[i] += own; //@ doall
}

static void read_bindings() {
  const auto [a, b] = Pair{1, 2};
  std::pair<int, int> p{3, 4};
  const auto &[c, d] = p;
  std::tuple<int, int> t{5, 6};
  auto [e, f] = t;
  const int own = b;
  for (int i = 0; i < N; i++) v[i] += a * b; //@ doall
  for (int i = 0; i < N; i++) v[i] += c - d; //@ doall
  for (int i = 0; i < N; i++) v[i] += e + f; //@ doall
  for (int i = 0; i < N; i++) v[i] += own; //@ doall
}

static void sum_in_bindings() {
  auto [a, b] = Pair{0, 0};
  std::array<int, 2> sums{0, 0};
  auto &[c, d] = sums;
  for (int i = 0; i < N; i++) a += v[i]; //@ reduction ...
  for (int i = 0; i < N; i++) c += v[i]; //@ reduction ... or serial
  for (int i = 0; i < N; i++) { //@ doall ...
    b = v[i] + 1;
    v[i] = 2 * b - v[i];
  }
  std::printf("bindings %d %d %d %d\n", a, b, c, d);
}

static void bindings_inside() {
  std::array<Pair, N> pairs{};
  for (int i = 0; i < N; i++) { //@ doall
    auto &[first, second] = pairs[i];
    first = v[i];
    second = first + 1;
  }
  long sum = 0;
  for (const auto &[first, second] : pairs) sum += first * second; //@ reduction reduction(+:sum)
  std::printf("inside %ld\n", sum);
}

static void atomics() {
  std::atomic<int> count{0};
  std::atomic<long> sum{0};
  for (int i = 0; i < N; i++) count += v[i]; //@ reduction ... or serial or doall ...
  for (int i = 0; i < N; i++) sum.fetch_add(v[i], std::memory_order_relaxed); //@ reduction ... or serial or doall ...
  for (int i = 0; i < N; i++) //@ reduction ... or serial or doall ...
    if (v[i] % 2) count++;
  std::printf("atomics %d %ld\n", count.load(), sum.load());
}

static void references() {
  int s = 0;
  long double l = 0;
  double d = 0;
  int &r = s;
  long double &rl = l;
  double &rd = d;
  for (int i = 0; i < N; i++) r += v[i]; //@ reduction reduction(+:r) or reduction reduction(+:s) or reduction ...
  for (int i = 0; i < N; i++) rl += v[i]; //@ reduction reduction(+:rl) or reduction reduction(+:l) or reduction ...
  for (int i = 0; i < N; i++) rd += v[i]; //@ reduction reduction(+:rd) or reduction reduction(+:d) or reduction ...
  std::printf("references %d %Lg %g\n", s, l, d);
}

static void unions() {
  union {
    int whole;
    float part;
  };
  whole = 3;
  long sum = 0;
  for (int i = 0; i < N; i++) v[i] += whole; //@ doall
  for (int i = 0; i < N; i++) whole += v[i]; //@ reduction ... or serial
  for (int i = 0; i < N; i++) sum += v[i] + whole % 7; //@ reduction reduction(+:sum)
  for (int i = 0; i < N; i++) { //@ doall ... or serial
    whole = v[i] % 5;
    v[i] += whole * whole;
  }
  std::printf("unions %d %ld\n", whole, sum);
}

static void other_names() {
  Counter counter;
  for (int i = 0; i < N; i++) v[i] += Counter::made; //@ doall
  for (int i = 0; i < N; i++) v[i] += counter.made; //@ doall
  for (int i = 0; i < N; i++) v[i] += FACTOR; //@ doall
  for (int i = 0; i < N; i++) scale::factor += v[i] % 3; //@ reduction ...
  for (int i = 0; i < N; i++) FACTOR += v[i] % 3; //@ reduction ...
  for (int i = 0; i < N; i++) Counter::own += v[i] % 3; //@ reduction ... or serial
  for (int i = 0; i < N; i++) { //@ doall ... or serial
    Counter::own = v[i] % 4;
    v[i] += Counter::own * 2;
  }
  std::printf("names %d %d\n", scale::factor, Counter::own);
}

int main() {
  Counter().fill();
  read_bindings();
  sum_in_bindings();
  bindings_inside();
  atomics();
  references();
  unions();
  other_names();
  long sum = 0;
  for (int i = 0; i < N; i++) sum += v[i]; //@ reduction reduction(+:sum)
  std::printf("%ld\n", sum);
  return 0;
}
