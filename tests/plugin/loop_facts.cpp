// Facts of loops in C++: iterators, ranges, members, lambdas, exceptions, coroutines, initialisers, templates.
// RUN: %print_cxx -O0 -w | %filecheck
// RUN: %print_cxx -O2 -w | %filecheck
#include <algorithm>
#include <coroutine>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
    std::suspend_never yield_value(int) { return {}; }
  };
};
struct S {
  int n = [] { int k = 9; while (k > 3) k /= 2; return k; }();
  std::vector<double> v;
  inline static int shared;
  void members(double* a, double x);
};
// CHECK-DAG: MUlvE_clEv {{.*}}cpp:[[@LINE-5]]:27 {{.*}}"form":"while",{{.*}}"lambda":true
template <int N> struct Array {
  int data[N];
  int sum() const { int s = 0; for (int i = 0; i < N; i++) s += data[i]; return s; }
};
template struct Array<4>;
// CHECK-DAG: _ZNK5ArrayILi4EE3sumEv {{.*}}"template":true,{{.*}}{"name":"data",{{[^}]*}}"scope":"member","type":"int[N]","shape":"array","read":true
void S::members(double* a, double x) {
  for (int i = 0; i < n; i++) a[i] += v[i] + this->n;
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}{"name":"n",{{[^}]*}}"scope":"member","type":"int",{{.*}}{"name":"v",{{[^}]*}}"scope":"member","type":"std::vector<double>","shape":"class","read":true,"written":false{{.*}}"callee":"std::vector<double>::operator[]","noexcept":true
  for (int i = 0; i < 9; i++) { this->n = i; shared++; v.push_back(x); members(a, 2); }
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}{"name":"this->n",{{[^}]*}}"written":true,"address":false,"always":true,"first":"unknown"{{[^}]*}}},{"name":"shared",{{[^}]*}}"scope":"static",{{.*}}{"name":"v",{{[^}]*}}"read":true,"written":true,{{.*}}{"name":"this","scope":"this","read":true{{.*}}{"name":"v.push_back",{{.*}}{"name":"members","line":[[@LINE-1]],"column":72,"callee":"S::members"}
}
void swap_two(int& a, int& b);
int facts(std::map<std::string, int>& m, std::vector<int> w, int n) {
  int c = 0, t = 0;
  for (auto it = w.begin(); it != w.end(); ++it) *it = std::max(*it, n);
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}"canonical":true,"step":1,"bound_calls":true,{{.*}}{"name":"it",{{[^}]*}}"type":"auto","deduced":"{{[^"]*}}","shape":"class",{{.*}}{"name":"n",{{[^}]*}}"read":true,"written":false,"address":false,"const_reference":true}{{.*}}{"name":"std::max",{{[^}]*}}"callee":"std::max"}
  for (auto it = m.begin(); it != m.end(); ++it) swap_two(it->second, t);
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}"not_canonical":"'it' is no random access iterator",{{.*}}{"name":"t",{{[^}]*}}"read":false,"written":false,"address":true}
  for (int& x : w) { x = 3; t = x; c += t; }
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}"form":"range",{{.*}}"index":"x","index_declared":"inside","canonical":true,{{.*}}{"name":"w",{{[^}]*}}"written":true,{{.*}}{"name":"t",{{[^}]*}}"first":"write"{{[^}]*}}}
  for (auto& [key, value] : m) {
    // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}"canonical":false,"not_canonical":"the iterator of the range is no random access iterator","exits":[{"kind":"throw","line":[[@LINE+3]],"column":18},{"kind":"throw","line":[[@LINE+6]],"column":17}],{{.*}}{"name":"value",{{[^}]*}}"scope":"inside","type":"auto &","deduced":"{{[^"]*}}","shape":"reference"
    try {
      if (value == n) throw std::runtime_error("x");
      if (n > 7) throw 3;
      c += value;
    } catch (std::exception& e) { c--; }
    if (c == 9) throw;
  }
  for (int i = 0; i < n; i++) { std::for_each(w.begin(), w.end(), [&, n](int q) mutable { t = q; n++; for (;;) if (n++ > 8) break; }); }
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}"exits":[],{{.*}}{"name":"n",{{[^}]*}}"scope":"parameter",{{[^}]*}}"read":true,"written":false,"address":false},{{.*}}{"name":"t",{{[^}]*}}"written":true,"address":true,"first":"unknown"{{[^}]*}}},{"name":"q",{{[^}]*}}"scope":"inside"
  // CHECK-DAG: cpp:[[@LINE-2]]:103 {{.*}}"exits":[{"kind":"break"{{.*}}"lambda":true,{{.*}}{"name":"n",{{[^}]*}}"captured":true
  for (int i = 0; i < n; i++) { struct L { int f(int k) { do k--; while (k > 7); return k; } }; c += L{}.f(i); }
  // CHECK-DAG: cpp:[[@LINE-1]]:59 {{.*}}"form":"do"
  for (unsigned i = 0, e = n; i != e; i++) delete new int(3);
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}"not_canonical":"the head declares several variables",{{.*}}{"name":"delete",{{.*}}{"name":"new",
  switch (n) { case 3: while (c) c--; }
  // CHECK-DAG: cpp:[[@LINE-1]]:24 {{.*}}"parent_statement":"case"
  for (std::string s = "a"; s.size() < 10; s += "b") c++;
  // CHECK-DAG: cpp:[[@LINE-1]]:3 {{.*}}"not_canonical":"'s' is no random access iterator",{{.*}}"name":"operator+="
  return c + t;
}
Task coroutine(int n) {
  for (int i = 0; i < n; i++) { if (i == 5) co_return; co_yield i; }
  // CHECK-DAG: _Z9coroutinei {{.*}}cpp:[[@LINE-1]]:3 {{.*}}"exits":[{"kind":"return","line":[[@LINE-1]],"column":45}],
}
constexpr int evaluated(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i; return s; }
int with_default(int v = [] { int s = 5; while (s < 90) s *= s; return s; }()) { return v; }
int uses(S s) { return with_default() + evaluated(s.n); }
S made() { return S(); }
// CHECK-DAG: _Z9evaluatedi {{.*}}cpp:[[@LINE-4]]:45 {{.*}}"canonical":true
// CHECK-DAG: cpp:[[@LINE-4]]:42 {{.*}}"lambda":true
