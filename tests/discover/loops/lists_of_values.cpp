// Minima and maxima of several values at once, and truth values by == and !=.
#include <algorithm>
#include <cstdio>

constexpr int N = 240;
static int v[N], w[N];
static double x[N], y[N];
static bool flags[N];

static void fill() {
  for (int i = 0; i < N; i++) { //@ doall
    v[i] = (i * 131 + 57) % 241;
    w[i] = (i * 37) % 101;
    x[i] = v[i] * 0.5;
    y[i] = w[i] - 7.25;
    flags[i] = v[i] % 3 == 0;
  }
}

static void of_lists() {
  double low = 1e9, high = -1e9;
  int least = 1000, most = -1, chain = 1000;
  for (int i = 0; i < N; i++) low = std::min({low, x[i], y[i]}); //@ reduction reduction(min:low)
  for (int i = 0; i < N; i++) high = std::max({x[i], high, y[i]}); //@ reduction reduction(max:high)
  for (int i = 0; i < N; i++) { //@ reduction reduction(min:least) reduction(max:most)
    least = std::min({least, v[i], w[i], 900});
    most = std::max({most, v[i], w[i]});
  }
  for (int i = 0; i < N; i++) chain = std::min({chain + 1, v[i]}); //@ serial
  std::printf("%g %g %d %d %d\n", low, high, least, most, chain);
}

static void by_another_order() {
  int first = 1000;
  for (int i = 0; i < N; i++) //@ serial or reduction ...
    first = std::min({first, v[i], w[i]}, [](int a, int b) { return a % 10 < b % 10; });
  int nested = 0;
  for (int i = 0; i < N; i++) nested = std::max({nested, std::min({v[i], w[i]})}); //@ reduction reduction(max:nested)
  int mixed = 50;
  for (int i = 0; i < N; i++) mixed = std::max({std::min({mixed, v[i]}), w[i] / 2}); //@ serial
  std::printf("%d %d %d\n", first, nested, mixed);
}

static void of_truth() {
  bool odd = false, even = true, seen = false;
  for (int i = 0; i < N; i++) odd = odd != flags[i]; //@ reduction reduction(^:odd)
  for (int i = 0; i < N; i++) even = even == flags[i]; //@ serial or reduction ...
  int count = 3;
  for (int i = 0; i < N; i++) count = count != w[i]; //@ serial
  int steps = 0;
  for (int i = 0; i < N; i++) { //@ serial
    seen = seen != flags[i];
    steps += seen;
  }
  std::printf("%d %d %d %d %d\n", odd, even, count, seen, steps);
}

int main() {
  fill();
  of_lists();
  by_another_order();
  of_truth();
}
