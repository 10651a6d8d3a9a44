// Accessors are seen through: the address is affine once the loads of the data pointers are known not to change.
// RUN: %run_cxx -O1 %s | %filecheck
// RUN: %run_cxx -O3 %s | %filecheck
#include <vector>
extern "C" int show_accesses;
struct Matrix {
  int n;
  double* data;
  double& operator()(int i, int j) { return data[i * n + j]; }
};
__attribute__((noinline)) void add(std::vector<double>& u, const std::vector<double>& v) {
  for (unsigned long i = 0; i < v.size(); i++) u[i] += v[i];
}
__attribute__((noinline)) double row(Matrix& a, int i) {
  double s = 0;
  for (int j = 0; j < a.n; j++) s += a(i, j);
  return s;
}
int main() {
  std::vector<double> u(5), v(5);
  Matrix a{5, u.data()};
  show_accesses = 1;
  add(u, v);
  return int(row(a, 0));
}
// CHECK: loop of 5
// CHECK-DAG: stride 8 load 8 v[] line 12
// CHECK-DAG: stride 8 load 8 u[] line 12
// CHECK-DAG: stride 8 store 8 u[] line 12
// CHECK: loop of 5
// CHECK-DAG: stride 0 load 8 a.data line 9
// CHECK-DAG: stride 8 load 8 a.data[] line 16
