// Vectors and other sequences: by index, by iterator, by range; elements that are added on the way.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <valarray>
#include <vector>

namespace {

constexpr int kSize = 150;

std::vector<int> numbers() {
  std::vector<int> v(kSize);
  for (int i = 0; i < kSize; ++i) v[i] = i * 43 % 97; //@ doall
  return v;
}

void show(const char* name, const std::vector<int>& v) {
  long s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += static_cast<long>(v[i]) * (i % 5 + 1); //@ reduction reduction(+:s)
  std::printf("%s %ld\n", name, s);
}

void by_index() {
  std::vector<int> a = numbers(), b(a.size());
  for (std::size_t i = 0; i < a.size(); i++) b[i] = a[i] * 2 + 1; //@ doall
  for (std::size_t i = 1; i < a.size(); i++) a[i] = a[i - 1] ^ b[i]; //@ serial or doacross
  for (std::size_t i = 0; i + 1 < a.size(); i++) b[i] = a[i + 1] - a[i]; //@ doall or serial
  show("by_index", b);
}

void by_range() {
  std::vector<int> a = numbers();
  long s = 0;
  for (int& x : a) x = x * x % 61; //@ doall
  for (int x : a) s += x; //@ reduction reduction(+:s)
  for (auto& x : a) x -= static_cast<int>(s % 10); //@ doall
  int largest = std::numeric_limits<int>::min();
  for (const auto& x : a) largest = std::max(largest, x); //@ reduction reduction(max:largest)
  std::printf("by_range %ld %d\n", s, largest);
  show("by_range", a);
}

void by_iterator() {
  std::vector<int> a = numbers();
  long s = 0;
  for (auto it = a.begin(); it != a.end(); ++it) *it += 3; //@ doall
  for (std::vector<int>::const_iterator it = a.cbegin(); it < a.cend(); ++it) s += *it; //@ reduction reduction(+:s)
  for (auto it = a.begin() + 1; it != a.end(); ++it) *it += *(it - 1) / 2; //@ serial or doacross
  std::printf("by_iterator %ld\n", s);
  show("by_iterator", a);
}

void backwards() {
  std::vector<int> a = numbers(), b(a.size());
  for (auto it = a.rbegin(); it != a.rend(); ++it) *it = *it / 3; //@ doall
  for (int i = kSize - 1; i >= 0; --i) b[i] = a[kSize - 1 - i]; //@ doall
  show("backwards", b);
}

void two_iterators() { // the second one moves along
  std::vector<int> a = numbers(), b(a.size());
  auto to = b.begin();
  for (auto from = a.begin(); from != a.end(); ++from) *to++ = *from + 1; //@ doall ... or serial
  show("two_iterators", b);
}

void least_by_std() {
  std::vector<int> a = numbers();
  int least = a[0], largest = a[0];
  for (int i = 0; i < kSize; i++) { //@ reduction reduction(min:least) reduction(max:largest)
    least = std::min(least, a[i]);
    largest = std::max(a[i], largest);
  }
  std::printf("least_by_std %d %d\n", least, largest);
}

void least_and_place() {
  std::vector<int> a = numbers();
  std::size_t place = 0;
  for (std::size_t i = 1; i < a.size(); i++) //@ reduction ... or serial
    if (a[i] > a[place]) place = i;
  std::printf("least_and_place %zu\n", place);
}

void appended() {
  std::vector<int> a = numbers(), even;
  for (int x : a) //@ serial
    if (x % 2 == 0) even.push_back(x);
  show("appended", even);
}

void appended_in_order() { // each iteration adds one element: an index would do, push_back does not
  std::vector<int> squares;
  for (int i = 0; i < kSize; i++) squares.push_back(i * i); //@ serial
  show("appended_in_order", squares);
}

void appended_text() {
  std::string text;
  for (int i = 0; i < 60; i++) text += static_cast<char>('a' + i % 26); //@ serial
  int vowels = 0;
  for (char c : text) vowels += c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; //@ reduction reduction(+:vowels)
  for (char& c : text) c = static_cast<char>(c - 'a' + 'A'); //@ doall
  std::printf("appended_text %d %c\n", vowels, text[30]);
}

void local_vectors() { // a vector in each iteration: the allocator gives the same memory again
  std::vector<int> a = numbers(), b(kSize);
  for (int i = 0; i < kSize; i++) { //@ doall
    std::vector<int> row(8);
    for (int j = 0; j < 8; j++) row[j] = a[(i + j) % kSize]; //@ doall
    std::sort(row.begin(), row.end());
    b[i] = row[3];
  }
  show("local_vectors", b);
}

void local_strings() {
  std::vector<int> b(kSize);
  for (int i = 0; i < kSize; i++) { //@ doall
    std::string text = "number " + std::to_string(i * i * i) + " of the loop over all numbers";
    b[i] = static_cast<int>(text.size());
  }
  show("local_strings", b);
}

void vector_outside() { // a copy of it for each thread has memory of its own
  std::vector<int> a = numbers(), b(kSize), row(8);
  for (int i = 0; i < kSize; i++) { //@ doall firstprivate(row) or serial
    for (int j = 0; j < 8; j++) row[j] = a[(i * j) % kSize]; //@ doall
    b[i] = row[1] - row[7];
  }
  show("vector_outside", b);
}

void array_outside() {
  std::vector<int> a = numbers(), b(kSize);
  std::array<int, 8> row;
  for (int i = 0; i < kSize; i++) { //@ doall private(row)
    for (int j = 0; j < 8; j++) row[j] = a[(i * j) % kSize]; //@ doall
    b[i] = row[1] - row[7];
  }
  show("array_outside", b);
}

void array_of_arrays() {
  std::array<std::array<int, 12>, 12> t;
  long s = 0;
  for (int i = 0; i < 12; i++) //@ doall
    for (int j = 0; j < 12; j++) t[i][j] = i * j % 7; //@ doall
  for (int i = 1; i < 12; i++) //@ doacross
    for (int j = 1; j < 12; j++) t[i][j] += std::max(t[i - 1][j], t[i][j - 1]); //@ doacross or serial
  for (const auto& row : t) //@ reduction reduction(+:s)
    for (int x : row) s += x; //@ reduction reduction(+:s)
  std::printf("array_of_arrays %ld\n", s);
}

void vector_of_vectors() {
  std::vector<std::vector<int>> t(14, std::vector<int>(10));
  long s = 0;
  for (std::size_t i = 0; i < t.size(); i++) //@ doall
    for (std::size_t j = 0; j < t[i].size(); j++) t[i][j] = static_cast<int>(i * 3 + j); //@ doall
  for (auto& row : t) //@ doall
    for (auto& x : row) x *= 2; //@ doall
  for (auto& row : t) row.push_back(row.front() + row.back()); //@ doall
  for (std::size_t i = 0; i < t.size(); i++) s += t[i].back(); //@ reduction reduction(+:s)
  std::printf("vector_of_vectors %ld\n", s);
}

void histogram() {
  std::vector<int> a = numbers(), count(10);
  for (int x : a) count[x % 10]++; //@ reduction ... or serial
  int table[10] = {};
  for (int i = 0; i < kSize; i++) ++table[a[i] % 10]; //@ reduction reduction(+:table)
  for (int i = 0; i < 10; i++) count[i] -= table[i] - i; //@ doall
  show("histogram", count);
}

void flags() { // eight or more flags share a word
  std::vector<bool> seen(kSize);
  std::vector<int> a = numbers();
  for (int i = 0; i < kSize; i++) seen[i] = a[i] > 50; //@ serial
  int n = 0;
  for (int i = 0; i < kSize; i++) n += seen[i]; //@ reduction reduction(+:n)
  std::printf("flags %d\n", n);
}

void deque() {
  std::deque<int> d;
  for (int i = 0; i < kSize; i++) d.push_front(i); //@ serial
  for (std::size_t i = 0; i < d.size(); i++) d[i] = d[i] * 3; //@ doall
  long s = 0;
  for (auto it = d.begin(); it != d.end(); ++it) s += *it; //@ reduction reduction(+:s)
  while (!d.empty()) d.pop_back(); //@ serial
  std::printf("deque %ld\n", s);
}

void value_array() {
  std::valarray<double> x(kSize), y(kSize);
  for (int i = 0; i < kSize; i++) { //@ doall
    x[i] = i % 11;
    y[i] = x[i] * x[i];
  }
  double dot = 0;
  for (int i = 0; i < kSize; i++) dot += x[i] * y[i]; //@ reduction reduction(+:dot)
  std::printf("value_array %g\n", dot);
}

void owned_array() {
  auto p = std::make_unique<int[]>(kSize);
  for (int i = 0; i < kSize; i++) p[i] = i ^ 5; //@ doall
  for (int i = kSize / 2; i < kSize; i++) p[i] += p[i - kSize / 2]; //@ doall or guarded
  for (int i = 2; i < kSize; i++) p[i] -= p[i - 2]; //@ doacross or serial
  show("owned_array", std::vector<int>(p.get(), p.get() + kSize));
}

void gather_and_scatter() {
  std::vector<int> a = numbers(), order(kSize), b(kSize), c(kSize);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int x, int y) { return a[x] != a[y] ? a[x] < a[y] : x < y; });
  for (int i = 0; i < kSize; i++) b[i] = a[order[i]]; //@ doall
  for (int i = 0; i < kSize; i++) c[order[i]] = b[i] + i; //@ doall
  for (int i = 0; i < kSize; i++) c[a[i]] = i; //@ serial or doacross
  show("gather_and_scatter", c);
}

void swapped_elements() {
  std::vector<int> a = numbers(), b(kSize, 1);
  for (int i = 0; i < kSize; i++) std::swap(a[i], b[i]); //@ doall
  for (int i = 0; i < kSize / 2; i++) std::swap(b[i], b[kSize - 1 - i]); //@ doall
  for (int i = 0; i + 1 < kSize; i++) std::swap(b[i], b[i + 1]); //@ serial or doacross
  show("swapped_elements", b);
}

} // namespace

int main() {
  by_index();
  by_range();
  by_iterator();
  backwards();
  two_iterators();
  least_by_std();
  least_and_place();
  appended();
  appended_in_order();
  appended_text();
  local_vectors();
  local_strings();
  vector_outside();
  array_outside();
  array_of_arrays();
  vector_of_vectors();
  histogram();
  flags();
  deque();
  value_array();
  owned_array();
  gather_and_scatter();
  swapped_elements();
}
