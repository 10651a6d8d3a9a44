// Shapes that the split must take apart in the right way; the argument names the function.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

// The calls lie two branches deep, and each level goes on behind its branch.
long nested(long n) {
  long k = n * 2;
  if (n > 1) {
    long half = n / 2;
    if (half > 0) {
      long a = nested(half);
      long b = nested(n - half - (n > 2));
      k += a * 3 + b;
    }
    k += 1;
  }
  return k + n;
}

// Parameters change before the base case is known, and again before the calls.
long shifted(long n, long by) {
  n -= by;
  if (n < 2) return n;
  by = by % 3 + 1;
  return shifted(n - by, by) + shifted(n / 2, 1) * by + n;
}

struct Cut {
  int lo, hi;
};

// An array, an object, a reference and a constant that live on until the calls are done.
long tables(const int* v, int n) {
  if (n <= 2) return v[0];
  int half[8];
  for (int i = 0; i < 8; ++i) half[i] = v[i % n] + i;
  Cut cut{1, n / 2};
  const long scale = cut.hi;
  int& first = half[0];
  first += 1;
  long a = tables(half, cut.hi);
  long b = tables(v + cut.lo, n - cut.hi);
  return a + b * scale + first + half[1];
}

enum class Way { left, right };

// An enumeration, an argument left out, and an index that is used behind its loop.
long walk(int n, Way way, int step = 2) {
  if (n <= 0)
    return way == Way::left ? 1 : 2;
  else if (n == 1) {
    return 7;
  }
  long sum = 0;
  int i = 0;
  do {
    sum += walk(n - step - i, i % 2 ? Way::left : Way::right);
    ++i;
  } while (i < 3);
  return sum + i;
}

// Results through references to variables of the caller.
void extremes(const int* v, int n, int& lo, int& hi) {
  if (n == 1) {
    lo = hi = v[0];
    return;
  }
  int lo1, hi1, lo2, hi2;
  extremes(v, n / 2, lo1, hi1);
  extremes(v + n / 2, n - n / 2, lo2, hi2);
  lo = std::min(lo1, lo2);
  hi = std::max(hi1, hi2);
}

struct Branch {
  std::unique_ptr<Branch> left, right;
};

static std::unique_ptr<Branch> grown(int n) {
  if (n == 0) return nullptr;
  auto branch = std::make_unique<Branch>();
  branch->left = grown(n / 2), branch->right = grown(n - 1 - n / 2);
  return branch;
}

long height(const std::unique_ptr<Branch>& branch) {
  if (!branch) return 0;
  return 1 + std::max(height(branch->left), height(branch->right));
}

// A test that throws, and else.
long checked(int n) {
  if (n < 0) throw std::invalid_argument("n");
  if (n < 2) {
    return 1;
  } else {
    long a = checked(n - 1);
    long b = checked(n - 2);
    return a * 2 - b;
  }
}

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  int v[40];
  for (int i = 0; i < 40; ++i) v[i] = i * 7919 % 101;
  auto is = [&](const char* word) { return std::strcmp(argv[1], word) == 0; };
  if (is("nested")) std::printf("%ld\n", nested(30));
  if (is("shifted")) std::printf("%ld\n", shifted(30, 1));
  if (is("tables")) std::printf("%ld\n", tables(v, 20));
  if (is("walk")) std::printf("%ld\n", walk(9, Way::left));
  if (is("extremes")) {
    int lo = 0, hi = 0;
    extremes(v, 40, lo, hi);
    std::printf("%d %d\n", lo, hi);
  }
  if (is("height")) std::printf("%ld\n", height(grown(30)));
  if (is("checked")) std::printf("%ld\n", checked(8));
}
