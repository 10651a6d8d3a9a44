// Templates: the same loop in several instances; types and operations as parameters.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <vector>

namespace {

constexpr int kSize = 96;

template <typename T>
std::vector<T> numbers() {
  std::vector<T> v(kSize);
  for (int i = 0; i < kSize; i++) v[i] = static_cast<T>(i * 19 % 53); //@ doall
  return v;
}

template <typename T>
void show(const char* name, const std::vector<T>& v) {
  double s = 0;
  for (int i = 0; i < kSize; i++) s += static_cast<double>(v[i]) * (i % 6 + 1); //@ reduction reduction(+:s)
  std::printf("%s %.8g\n", name, s);
}

template <typename T>
void scale(std::vector<T>& v, T factor) {
  for (std::size_t i = 0; i < v.size(); ++i) v[i] *= factor; //@ doall
}

template <typename T>
T total(const std::vector<T>& v) {
  T s{};
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i]; //@ reduction reduction(+:s)
  return s;
}

template <typename T>
T largest(const T* v, int n) {
  T m = v[0];
  for (int i = 1; i < n; i++) m = std::max(m, v[i]); //@ reduction reduction(max:m)
  return m;
}

template <typename T>
void recurrence(std::vector<T>& v) {
  for (int i = 1; i < kSize; i++) v[i] += v[i - 1] / 4; //@ serial or doacross
}

template <typename T, typename Operation>
void map(std::vector<T>& to, const std::vector<T>& from, Operation f) {
  for (int i = 0; i < kSize; i++) to[i] = f(from[i]); //@ doall
}

template <int kDistance>
void at_distance(std::vector<int>& v) { // instances of distance 1 and 8: the loop has both
  for (int i = kDistance; i < kSize; i++) v[i] += v[i - kDistance]; //@ serial or doacross
}

template <int kRows, int kColumns>
class Matrix {
public:
  double* operator[](int i) { return cells_[i]; }
  const double* operator[](int i) const { return cells_[i]; }
  void fill() {
    for (int i = 0; i < kRows; i++) //@ doall
      for (int j = 0; j < kColumns; j++) cells_[i][j] = (i * 5 + j * 3) % 8; //@ doall
  }
  template <int kInner>
  Matrix<kRows, kInner> operator*(const Matrix<kColumns, kInner>& other) const {
    Matrix<kRows, kInner> product;
    for (int i = 0; i < kRows; i++) //@ doall
      for (int j = 0; j < kInner; j++) { //@ doall
        double sum = 0;
        for (int k = 0; k < kColumns; k++) sum += cells_[i][k] * other[k][j]; //@ reduction reduction(+:sum)
        product[i][j] = sum;
      }
    return product;
  }
  double trace() const {
    double s = 0;
    for (int i = 0; i < std::min(kRows, kColumns); i++) s += cells_[i][i]; //@ reduction reduction(+:s)
    return s;
  }
  Matrix<kColumns, kRows> transposed() const {
    Matrix<kColumns, kRows> t;
    for (int i = 0; i < kRows; i++) //@ doall
      for (int j = 0; j < kColumns; j++) t[j][i] = cells_[i][j]; //@ doall
    return t;
  }

private:
  double cells_[kRows][kColumns];
};

template <typename Iterator>
void sort_by_insertion(Iterator begin, Iterator end) {
  for (Iterator it = begin; it != end; ++it) //@ serial or doacross
    for (Iterator at = it; at != begin && *at < *(at - 1); --at) std::iter_swap(at, at - 1); //@ serial
}

template <typename Iterator, typename T>
void fill_range(Iterator begin, Iterator end, T value) {
  for (; begin != end; ++begin) *begin = value; //@ doall ... or serial
}

template <typename T, typename Better>
int best_place(const std::vector<T>& v, Better better) {
  int place = 0;
  for (int i = 1; i < kSize; i++) //@ reduction ... or serial
    if (better(v[i], v[place])) place = i;
  return place;
}

template <typename T, std::size_t kCount>
std::array<T, kCount> prefix(const std::array<T, kCount>& in) {
  std::array<T, kCount> out;
  T s{};
  for (std::size_t i = 0; i < kCount; i++) { //@ serial or pipeline
    s += in[i];
    out[i] = s;
  }
  return out;
}

template <typename Policy>
void stencil(std::vector<int>& to, const std::vector<int>& from, Policy policy) {
  for (int i = 1; i < kSize - 1; i++) to[i] = policy(from[i - 1], from[i], from[i + 1]); //@ doall
}

template <bool kInPlace>
void chosen(std::vector<int>& v, std::vector<int>& w) { // one instance chains, the other does not
  for (int i = 1; i < kSize; i++) { //@ serial or doacross
    if constexpr (kInPlace)
      v[i] = v[i - 1] ^ w[i];
    else
      w[i] = v[i - 1] + 1;
  }
}

template <typename T>
T power(T base, int n) {
  T r{1};
  for (int k = 0; k < n; k++) r *= base; //@ reduction reduction(*:r)
  return r;
}

template <typename... T>
int sum_of_all(const T&... v) {
  int total = 0;
  for (int i = 0; i < kSize; i++) total += (v[i] + ...); //@ reduction reduction(+:total)
  return total;
}

template <typename T>
struct Accumulator {
  T value{};
  void take(const std::vector<T>& v) {
    for (int i = 0; i < kSize; i++) value += v[i]; //@ reduction reduction(+:value)
  }
};

void matrices() {
  Matrix<10, 12> a;
  Matrix<12, 9> b;
  a.fill();
  b.fill();
  auto c = a * b;
  auto d = c * c.transposed();
  std::printf("matrices %g %g\n", c.trace(), d.trace());
}

} // namespace

int main() {
  auto ints = numbers<int>();
  auto doubles = numbers<double>();
  auto longs = numbers<long>();
  scale(ints, 3);
  scale(doubles, 0.5);
  scale(longs, -2L);
  show("scale", ints);
  std::printf("total %d %g %ld\n", total(ints), total(doubles), total(longs));
  std::printf("largest %d %g\n", largest(ints.data(), kSize), largest(doubles.data(), kSize));
  recurrence(ints);
  recurrence(doubles);
  show("recurrence", doubles);
  map(ints, numbers<int>(), [](int x) { return x * x; });
  map(doubles, numbers<double>(), std::negate<double>());
  show("map", doubles);
  at_distance<1>(ints);
  at_distance<8>(ints);
  show("at_distance", ints);
  matrices();
  ints = numbers<int>();
  sort_by_insertion(ints.begin(), ints.end());
  show("sort_by_insertion", ints);
  fill_range(ints.begin() + 10, ints.begin() + 40, 5);
  fill_range(longs.data(), longs.data() + 50, 7);
  show("fill_range", ints);
  std::printf("best_place %d %d\n", best_place(ints, std::greater<int>()), best_place(doubles, std::less<double>()));
  std::array<int, 20> few;
  few.fill(3);
  std::printf("prefix %d\n", prefix(few)[19]);
  auto other = numbers<int>();
  stencil(ints, other, [](int a, int b, int c) { return a + 2 * b + c; });
  stencil(ints, other, [](int a, int b, int c) { return std::max({a, b, c}); });
  show("stencil", ints);
  chosen<false>(ints, other);
  chosen<true>(ints, other);
  show("chosen", ints);
  std::printf("power %u %g\n", power(3u, 12), power(0.5, 15));
  std::printf("sum_of_all %d\n", sum_of_all(ints, other, numbers<int>()));
  Accumulator<int> sum;
  sum.take(ints);
  std::printf("accumulator %d\n", sum.value);
}
