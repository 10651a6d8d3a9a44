// Loops that call lambdas and algorithms, and loops inside of lambdas.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

namespace {

constexpr int kSize = 120;

std::vector<int> numbers() {
  std::vector<int> v(kSize);
  for (int i = 0; i < kSize; ++i) v[i] = i * 29 % 71; //@ doall
  return v;
}

void show(const char* name, const std::vector<int>& v) {
  std::printf("%s %d\n", name, std::accumulate(v.begin(), v.end(), 0, [](int s, int x) { return s * 3 % 100003 + x; }));
}

void pure_lambda() {
  std::vector<int> a = numbers();
  auto f = [](int x) { return x * x + 1; };
  for (int i = 0; i < kSize; i++) a[i] = f(a[i]); //@ doall
  show("pure_lambda", a);
}

void captured_reading() {
  std::vector<int> a = numbers(), b(kSize);
  int shift = 7;
  auto at = [&](int i) { return a[(i + shift) % kSize]; };
  for (int i = 0; i < kSize; i++) b[i] = at(i) - at(i + 1); //@ doall
  show("captured_reading", b);
}

void captured_writing() { // the lambda stores where it is told
  std::vector<int> b(kSize);
  auto set = [&b](int i, int x) { b[i] = x; };
  for (int i = 0; i < kSize; i++) set(i, i * i % 50); //@ doall
  show("captured_writing", b);
}

void captured_sum() { // the sum is a captured variable: no clause at the loop reaches it by name in the lambda
  std::vector<int> a = numbers();
  int sum = 0;
  auto add = [&](int x) { sum += x; };
  for (int x : a) add(x); //@ serial
  std::printf("captured_sum %d\n", sum);
}

void captured_state() {
  std::vector<int> b(kSize);
  unsigned state = 1;
  auto next = [&] { return state = state * 1103515245u + 12345u; };
  for (int i = 0; i < kSize; i++) b[i] = static_cast<int>(next() >> 20); //@ serial
  show("captured_state", b);
}

void mutable_counter() {
  std::vector<int> b(kSize);
  auto count = [n = 0]() mutable { return n++; };
  for (auto& x : b) x = count(); //@ serial
  show("mutable_counter", b);
}

void loop_in_lambda() {
  std::vector<int> a = numbers();
  auto scale = [](std::vector<int>& v, int factor) {
    for (std::size_t i = 0; i < v.size(); i++) v[i] *= factor; //@ doall
  };
  auto chain = [](std::vector<int>& v) {
    for (std::size_t i = 1; i < v.size(); i++) v[i] ^= v[i - 1]; //@ serial or doacross
  };
  scale(a, 3);
  chain(a);
  show("loop_in_lambda", a);
}

void loop_in_lambda_with_captures() {
  std::vector<int> a = numbers(), b(kSize);
  long sum = 0;
  [&] {
    for (int i = 0; i < kSize; i++) b[i] = a[i] + 1; //@ doall
    for (int i = 0; i < kSize; i++) sum += b[i]; //@ reduction reduction(+:sum)
  }();
  std::printf("loop_in_lambda_with_captures %ld\n", sum);
}

void calls_of_std_function() {
  std::vector<std::function<int(int)>> f = {[](int x) { return x + 1; }, [](int x) { return x * 2; }, std::negate<int>()};
  std::vector<int> a = numbers();
  for (int i = 0; i < kSize; i++) a[i] = f[i % 3](a[i]); //@ doall
  show("calls_of_std_function", a);
}

void algorithms_inside() { // algorithms on rows of a table
  std::vector<int> t(12 * 10), sums(12);
  std::iota(t.begin(), t.end(), 5);
  for (int r = 0; r < 12; r++) { //@ doall
    auto row = t.begin() + r * 10;
    std::transform(row, row + 10, row, [r](int x) { return x * r % 13; });
    std::sort(row, row + 10);
    sums[r] = std::accumulate(row, row + 10, 0);
  }
  show("algorithms_inside", sums);
}

void rotated_again_and_again() {
  std::vector<int> a = numbers();
  for (int i = 0; i < 10; i++) std::rotate(a.begin(), a.begin() + i, a.end()); //@ serial
  show("rotated_again_and_again", a);
}

void for_each_of_loops() {
  std::vector<std::vector<int>> rows(9, std::vector<int>(11, 2));
  std::for_each(rows.begin(), rows.end(), [](std::vector<int>& row) {
    for (std::size_t i = 0; i < row.size(); i++) row[i] += static_cast<int>(i); //@ doall
    for (std::size_t i = 2; i < row.size(); i++) row[i] += row[i - 2]; //@ doacross or serial
  });
  long s = 0;
  for (const auto& row : rows) s += std::accumulate(row.begin(), row.end(), 0L); //@ reduction reduction(+:s)
  std::printf("for_each_of_loops %ld\n", s);
}

template <typename F>
void each(int n, F f) {
  for (int i = 0; i < n; i++) f(i); //@ doall
}

template <typename F>
void each_in_order(int n, F f) {
  for (int i = 0; i < n; i++) f(i); //@ serial or doacross
}

void own_for_each() {
  std::vector<int> a = numbers(), b(kSize);
  each(kSize, [&](int i) { b[i] = a[i] * 2; });
  each(kSize - 1, [&](int i) { a[i] = b[i + 1]; });
  each_in_order(kSize - 1, [&](int i) { a[i + 1] += a[i]; });
  show("own_for_each", a);
}

void generic_lambda() {
  std::vector<int> a = numbers();
  std::vector<double> d(kSize);
  auto fill = [](auto& v, auto x) {
    for (auto& y : v) y = x; //@ doall
  };
  fill(d, 2.5);
  fill(a, 3);
  double s = 0;
  for (int i = 0; i < kSize; i++) s += d[i] * a[i]; //@ reduction reduction(+:s)
  std::printf("generic_lambda %g\n", s);
}

void recursive_lambda() {
  std::vector<int> b(15);
  std::function<int(int)> fibonacci = [&](int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); };
  for (int i = 0; i < 15; i++) b[i] = fibonacci(i); //@ doall
  show("recursive_lambda", b);
}

void composed() {
  std::vector<int> a = numbers();
  auto compose = [](auto f, auto g) { return [=](int x) { return f(g(x)); }; };
  auto h = compose([](int x) { return x + 3; }, [](int x) { return x * x; });
  int largest = 0;
  for (int i = 0; i < kSize; i++) largest = std::max(largest, h(a[i])); //@ reduction reduction(max:largest)
  std::printf("composed %d\n", largest);
}

} // namespace

int main() {
  pure_lambda();
  captured_reading();
  captured_writing();
  captured_sum();
  captured_state();
  mutable_counter();
  loop_in_lambda();
  loop_in_lambda_with_captures();
  calls_of_std_function();
  algorithms_inside();
  rotated_again_and_again();
  for_each_of_loops();
  own_for_each();
  generic_lambda();
  recursive_lambda();
  composed();
}
