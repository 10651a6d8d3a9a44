// Each call of a function chosen by name is a task: source name or demangled name, with every return an end.
// RUN: env UNPLY_TASKS='fn:grid::update(int);fn:plain' %run_cxx -O0 %s | %filecheck
// RUN: env UNPLY_TASKS='fn:grid::update(int);fn:plain' %run_cxx -O2 %s | %filecheck
#include <cstdio>
namespace grid {
__attribute__((noinline)) int update(int x) {
  if (x == 1) return 5;
  if (x == 2) throw 3;
  return x;
}
int update(long x) { return int(x); }
} // namespace grid
static int plain() { return 1; }
int main() {
  int sum = grid::update(1) + grid::update(2L) + plain();
  try {
    sum += grid::update(2);
  } catch (int i) {
    sum += i;
  }
  return sum;
}
// CHECK: task 1 line 6 in update label '' origin 3
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line {{[0-9]+}} in plain
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 6 in update
// CHECK-NEXT: left 1
// CHECK-NEXT: exit 11
