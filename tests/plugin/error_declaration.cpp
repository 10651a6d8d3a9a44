// A name declared in a task's block would be gone behind it.
// RUN: %errors_cxx | %filecheck
#include <vector>
struct Point { int x; };
int f(int n) {
// CHECK: error: '#pragma exg task' must precede a statement, not a declaration
// CHECK: note: hint: put the declaration and the statements that use it into a block { }
#pragma exg task
  int a = n;
// CHECK: error: '#pragma unply trace' must precede a statement, not a declaration
#pragma unply trace
  std::vector<int> v(3);
// CHECK: error: '#pragma exg task' must precede a statement, not a declaration
#pragma exg task
  Point *p = nullptr;
// CHECK: error: '#pragma exg task' must precede a statement, not a declaration
#pragma exg task
  const auto &r = a;
// CHECK: 4 errors generated
#pragma exg task
  int(n);
#pragma exg task
  n *= a, p = nullptr;
  return a + v[0] + r + (p ? p->x : 0);
}
