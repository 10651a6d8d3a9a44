// and-parallel: the number e as the sum of 1/k!, exactly: n! e is about the sum of n!/k! = (k+1) (k+2) ... n.
//   e_series [bpebpf | bpesf | pesf [TERMS]]
// bpebpf: sum and products are both divided and conquered. bpesf: only the sum, each product is sequential. pesf: a
// sequential product beside the rest of the series, from left to right.
#include "idra.h"
#include <cstring>
#include <string>
#include <vector>

using Big = std::vector<uint32_t>; // lowest 32 bits first, no zero on top

static void trim(Big& a) {
  while (!a.empty() && a.back() == 0) a.pop_back();
}
static Big add(const Big& a, const Big& b) {
  const Big &longer = a.size() < b.size() ? b : a, &shorter = a.size() < b.size() ? a : b;
  Big sum(longer.size() + 1);
  uint64_t carry = 0;
  for (size_t i = 0; i < longer.size(); ++i) {
    carry += uint64_t{longer[i]} + (i < shorter.size() ? shorter[i] : 0);
    sum[i] = static_cast<uint32_t>(carry), carry >>= 32;
  }
  sum[longer.size()] = static_cast<uint32_t>(carry);
  trim(sum);
  return sum;
}
static Big multiply(const Big& a, const Big& b) {
  Big product(a.size() + b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.size(); ++j) {
      carry += uint64_t{a[i]} * b[j] + product[i + j];
      product[i + j] = static_cast<uint32_t>(carry), carry >>= 32;
    }
    product[i + b.size()] = static_cast<uint32_t>(carry);
  }
  trim(product);
  return product;
}
static uint32_t divide(Big& a, uint32_t by) { // in place; gives the remainder
  uint64_t rest = 0;
  for (size_t i = a.size(); i-- > 0;) {
    rest = rest << 32 | a[i];
    a[i] = static_cast<uint32_t>(rest / by), rest %= by;
  }
  trim(a);
  return static_cast<uint32_t>(rest);
}

static Big product_in_order(uint32_t first, uint32_t last) {
  Big product = {1};
  for (uint32_t k = first; k <= last; ++k) product = multiply(product, {k});
  return product;
}
static Big product_of_halves(uint32_t first, uint32_t last) {
  if (first > last) return {1};
  if (first == last) return {first};
  const uint32_t middle = first + (last - first) / 2;
  Big left, right;
#pragma exg task
#pragma omp task shared(left)
  left = product_of_halves(first, middle);
#pragma exg task
#pragma omp task shared(right)
  right = product_of_halves(middle + 1, last);
#pragma omp taskwait
  return multiply(left, right);
}

using Product = Big (*)(uint32_t first, uint32_t last);

static Big sum_of_halves(uint32_t first, uint32_t last, uint32_t n, Product product) {
  if (first == last) return product(first + 1, n);
  const uint32_t middle = first + (last - first) / 2;
  Big left, right;
#pragma exg task
#pragma omp task shared(left)
  left = sum_of_halves(first, middle, n, product);
#pragma exg task
#pragma omp task shared(right)
  right = sum_of_halves(middle + 1, last, n, product);
#pragma omp taskwait
  return add(left, right);
}
// The terms with `factors` factors and more: the longest products come last, as in 1/0! + 1/1! + ...
static Big sum_in_order(uint32_t factors, uint32_t n) {
  if (factors == n) return product_in_order(1, n);
  Big term, rest;
#pragma exg task
#pragma omp task shared(term)
  term = product_in_order(n - factors + 1, n);
#pragma exg task
#pragma omp task shared(rest)
  rest = sum_in_order(factors + 1, n);
#pragma omp taskwait
  return add(term, rest);
}

// sum * 10^digits / n!, which begins with the digits of e while n! > 10^digits.
static std::string decimals(Big sum, uint32_t n, uint32_t digits) {
  for (uint32_t i = 0; i < digits; ++i) sum = multiply(sum, {10});
  for (uint32_t k = 2; k <= n; ++k) divide(sum, k);
  std::string text;
  while (!sum.empty()) text.insert(text.begin(), static_cast<char>('0' + divide(sum, 10)));
  return text;
}

int main(int argc, char** argv) {
  const std::string way = argc > 1 ? argv[1] : "bpebpf";
  const uint32_t n = static_cast<uint32_t>(argument(argc, argv, 2, 30, 20, 5000));
  if (way != "bpebpf" && way != "bpesf" && way != "pesf")
    return std::fprintf(stderr, "e_series: %s: expected bpebpf, bpesf or pesf\n", way.c_str()), 2;
  Big sum;
  for (Timed part; part.again();) {
    part.start();
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    sum = way == "pesf"    ? sum_in_order(0, n)
          : way == "bpesf" ? sum_of_halves(0, n, n, product_in_order)
                           : sum_of_halves(0, n, n, product_of_halves);
  }
  const std::string digits = decimals(sum, n, 18); // 20! has 19 digits
  std::printf("e_series %s %u: %c.%s, sum of %zu words\n", way.c_str(), n, digits[0], digits.c_str() + 1, sum.size());
  return digits.substr(0, 18) != "271828182845904523";
}
