// Templates, generic lambdas, in-class bodies, if constexpr, range-for, if with initialiser, attributes.
// RUN: %run_cxx -O0 %s | %filecheck
// RUN: %run_cxx -O1 %s | %filecheck
// RUN: %run_cxx -O2 %s | %filecheck
// RUN: %run_cxx -O3 %s | %filecheck
#include <cstdio>
template <bool B> int choose(int x) {
#pragma exg task
  if constexpr (B) { return x; } else { return -x; }
}
template <class T> struct Sum {
  T value{};
  void add(T x) {
#pragma exg task
    value += x;
  }
};
static void lambda_free(int& x) { x += 1; }
int main() {
  Sum<int> sum;
  sum.add(2);
  int values[] = {1, 2}, total = choose<true>(1) + choose<false>(1);
#pragma exg task range
  for (int x : values) total += x;
#pragma exg task init
  if (int y = total; y > 100) total = 0;
#pragma exg task attribute
  [[clang::nomerge]] lambda_free(total);
  auto lambda = [&](auto x) {
#pragma exg task lambda
    total += x;
  };
#pragma exg task outer
  lambda(3);
#pragma exg task
#pragma exg task stacked
  total++;
  return total + sum.value;
}
// CHECK: in add
// CHECK: in choose<true>
// CHECK: in choose<false>
// CHECK: label 'range'
// CHECK: label 'init'
// CHECK: label 'attribute'
// CHECK: task 1 line {{[0-9]+}} in main label 'outer'
// CHECK-NEXT: task 2 line {{[0-9]+}} in operator(){{.*}} label 'lambda'
// CHECK-NEXT: end 2
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1
// CHECK-NEXT: task 2 line {{[0-9]+}} in main label 'stacked'
// CHECK-NEXT: end 2
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 10
