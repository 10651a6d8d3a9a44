// Facts about calls in C++: members, references, templates, lambdas, auto, initialisers.
// RUN: %calls_cxx -O0 -w | %filecheck
// RUN: %calls_cxx -O2 -w | %filecheck
// RUN: %calls_cxx -w | %filecheck --check-prefix=ORDER
// RUN: clang++-22 -std=c++20 -g -w -S -emit-llvm -o - %s | %filecheck --check-prefix=PLACE
#include <coroutine>
#include <string>
#include <utility>
#include <vector>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_never yield_value(long) { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
namespace ns {
struct Node { Node *left, *right; int v; };
Node* made(int n);
int& at(int n);
}
std::string text(int n);
std::vector<int> list(int n);
// CHECK-DAG: {{^}}_Z3fibl {{.*}}cpp:[[@LINE+1]] {"language":"c++","form":"calls","function":"fib",
long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
// CHECK-DAG: {{^}}_Z4sort{{.*}}"parameters":[{"name":"v","type":"std::vector<int> &","changed":true},{{.*}},{"name":"s","type":"const std::string &"}],{{.*}}"kind":"call","calls":[{"line":[[@LINE+2]],"column":3,{{[^}]*}}"always":true,"whole":true}],"variables":[{"name":"v",{{[^}]*}}"shape":"reference","read":true,"written":false,"address":true},{{[^}]*}}},{{[^}]*}}},{"name":"s",{{[^}]*}}"shape":"reference","read":true,"written":false,"address":true,"const_reference":true,"const":true}]}
void sort(std::vector<int>& v, int lo, int hi, const std::string& s) {
  sort(v, lo, v[hi], s);
}
struct Solver {
  long best = 0;
  // CHECK-DAG: {{^}}_ZN6SolverC2Ei {{.*}}"function":"Solver::Solver",{{.*}}"variables":[{"name":"n",{{[^}]*}}},{"name":"this","scope":"this","read":true,"written":false,"address":false}]
  Solver(int n = 0) { run(n); }
  Solver& chain();
  // CHECK-DAG: {{^}}_ZN6Solver3runEi {{.*}}"function":"Solver::run",{{.*}}"kind":"return",{{.*}}"calls":[{"line":[[@LINE+2]],"column":12,"name":"run","callee":"Solver::run","begin":[[[@LINE+2]],12],"end":[[[@LINE+2]],22],"type":"long","always":true,"names":[{{[^]]*}}]},{"line":[[@LINE+3]],"column":13,"name":"this->run","callee":"Solver::run","begin":[[[@LINE+2]],25],"end":[[[@LINE+3]],23],"type":"long","always":true,"names":[{{[^]]*}}]}]
  long run(int n) {
    return run(n - 1) + this
      ->    run(n - 2);
  }
  // CHECK-DAG: {{^}}_ZN6Solver7membersEi {{.*}}"kind":"assign","result":"best","result_base":"best",{{.*}}{"name":"best",{{[^}]*}}"scope":"member",{{.*}}"kind":"assign","result_base":"this->best",
  void members(int n) {
    best = this->run(n);
    this->best = run(n);
  }
};
// CHECK-DAG: {{^}}_Z5chaini {{.*}}"kind":"return","leaves":true,"value":[[[@LINE+4]],10,[[@LINE+4]],33],"calls":[{"line":[[@LINE+4]],"column":14,"name":"one.chain",{{[^}]*}}"end":[[[@LINE+4]],21],"names":[{{[^]]*}}]},{"line":[[@LINE+4]],"column":26,"name":"fib",{{[^}]*}}"type":"long","names":[{{[^]]*}}]},{"line":[[@LINE+4]],"column":22,"name":"run",{{[^}]*}}"begin":[[[@LINE+4]],10],"end":[[[@LINE+4]],33],"type":"long","always":true,"whole":true}]
long chain(int n) {
  Solver one;
  one.members(n);
  return one.chain().run(fib(n));
}
// CHECK-DAG: {{^}}_Z4halfIlET_S0_ {{.*}}cpp:[[@LINE+3]] {{.*}}"template":true,"parameters":[{"name":"n","type":"T","integer":true}],{{.*}}"result":"x","declares":["x"],"type":"T",{{[^}]*}}"type":"T","always":true,"whole":true}]{{.*}}"result":"y","declares":["y"],"value":{{[^}]*}}"type":"T",{{.*}}"result":"z","declares":["z"],"type":"T",{{[^}]*}}"end":[[[@LINE+7]],18],"always":true
template <class T> T half(T n);
long before(long n) { return half(n) + half('a'); }
template <class T> T half(T n) {
  if (n < 2) return n;
  T x = half(n - 1);
  auto y = half(n - 2);
  T z = half('b');
  return x + y + z;
}
// CHECK-DAG: {{^}}_ZN3BoxIlE4keepEl {{.*}}"function":"Box<long>::keep",{{.*}}"template":true,
template <class T> struct Box { T t; T keep(T x) { t = keep(x - 1); return t; } };
// CHECK-DAG: {{^}}_Z7lambdasi {{.*}}"result":"add","declares":["add"],"value":{{[^{]*}}{"line":[[@LINE+4]],"column":36,{{[^}]*}}"type":"long","names":[{{[^]]*}}]}],"variables":[{"name":"total",{{[^}]*}}"address":true}
// CHECK-DAG: {{^}}_ZZ7lambdasiENK3$_{{[0-9]+}}clEi {{.*}}"lambda":true,"parameters":[{"name":"k","type":"int","integer":true}]{{.*}}"calls":[{"line":[[@LINE+3]],"column":36,{{[^}]*}}"always":true,"names":[{{[^]]*}}]}],"variables":[{{.*}}{"name":"total",{{[^}]*}}"captured":true}
int lambdas(int n) {
  int total = Box<long>().keep(n);
  auto add = [&](int k) { total += fib(k); };
  add(n);
  // CHECK-DAG: {{^}}_ZZ7lambdasiENK3$_{{[0-9]+}}clIiEEDaT_ {{.*}}cpp:[[@LINE+1]] {{.*}}"template":true,"lambda":true,
  auto generic = [](auto k) { return fib(k); };
  return generic(n);
}
// ORDER: {{^}}_Z7declarei {{.*}}{"begin":[[[@LINE+2]],3],{{[^}]*}}"kind":"declare","result":"node","declares":["node"],"type":"ns::Node *","value":{{[^{]*}}{{[^}]*}}"name":"ns::made","callee":"ns::made",{{[^}]*}}"type":"ns::Node *","always":true,"whole":true}]
void declare(int n) {
  auto* node = ns::made(n);
  // ORDER-SAME: "result":"copied","declares":["copied"],"type":"int","value":{{[^{]*}}{{[^}]*}}"name":"ns::at","callee":"ns::at","begin":[[[@LINE+1]],16],"end":[[[@LINE+1]],25],"always":true,"whole":true}]
  int copied = ns::at(n);
  // ORDER-SAME: "result":"bound","declares":["bound"],"value":
  int& bound = ns::at(n);
  // ORDER-SAME: "result":"direct",{{[^}]*}}"type":"long","value":[[[@LINE+1]],15,[[@LINE+1]],21],{{[^}]*}}"whole":true}]
  long direct(fib(n)); long braced{fib(n)};
  // ORDER-SAME: "result":"braced",{{[^}]*}}"type":"long","value":[[[@LINE-1]],36,[[@LINE-1]],42],{{[^}]*}}"whole":true}]
  // ORDER-SAME: "result":"s","declares":["s"],"value":[[[@LINE+1]],17,[[@LINE+1]],24],{{[^}]*}}"whole":true}]
  std::string s(text(n));
  // ORDER-SAME: "result":"moved","declares":["moved"],"value":{{[^{]*}}{{[{]}}{{[^}]*}}"name":"text",{{[^}]*}}"always":true,"names":[{{[^]]*}}]}],
  std::string moved = std::move(text(n));
  // ORDER-SAME: "result":"many","declares":["many"],"value":[[[@LINE+1]],27,[[@LINE+1]],34],{{[^}]*}}"whole":true}]
  std::vector<int> many = list(n);
  // ORDER-SAME: "kind":"other","declares":["one","two"],"calls":[{{[^}]*}}"always":true,"names":[{{[^]]*}}]},{{[^}]*}}"always":true,"names":[{{[^]]*}}]}]
  auto [one, two] = std::pair<long, long>(fib(1), fib(2));
  // ORDER-SAME: "kind":"other","declares":["once"],"calls":[{{[^}]*}}"type":"long","names":[{{[^]]*}}]}]
  static long once = fib(8);
  // ORDER-SAME: "result":"ok","declares":["ok"],"type":"bool",{{[^}]*}}"always":true,"names":[{{[^]]*}}]},{{[^}]*}}"type":"long","names":[{{[^]]*}}]},{{[^}]*}}"type":"long","names":[{{[^]]*}}]}]
  bool ok = fib(2) && fib(3) || fib(4);
}
// ORDER: {{^}}_Z7controli {{.*}}{"begin":[[[@LINE+2]],3],"end":[[[@LINE+2]],48],"kind":"other","calls":[{"line":[[@LINE+2]],"column":16,"name":"list",{{[^}]*}}],"end":[[[@LINE+2]],23],"names":[]}]
void control(int n) {
  for (int e : list(4)) { ns::at(n) = fib(e); }
  // ORDER-SAME: {"begin":[[[@LINE+1]],3],{{[^}]*}}"kind":"other","leaves":true,"calls":[{{[^}]*}}"type":"long","names":[{{[^]]*}}]},{{[^}]*}}"type":"long","names":[{{[^]]*}}]}],
  try { n = fib(9); if (!n) throw "none"; } catch (int) { fib(10); }
  // ORDER-SAME: {"begin":[[[@LINE+1]],3],{{[^}]*}}"kind":"other","calls":[{{[^}]*}}"always":true,"names":[{{[^]]*}}]}],
  if (long q = fib(11)) n = fib(q);
  else if (fib(12)) n = fib(13);
  else fib(14);
  // ORDER-SAME: "braces":false,"around":[0,2],"statements":[{"begin":[[[@LINE-3]],25],
  // ORDER-SAME: "braces":false,"around":[0,2],"statements":[{"begin":[[[@LINE-3]],8],"end":[[[@LINE-2]],16],"kind":"if","value":{{[^{]*}}{{[^}]*}}"always":true,"whole":true}]
  // ORDER-SAME: "braces":false,"around":[3,0],"statements":[{"begin":[[[@LINE-4]],21],
}
// CHECK-DAG: {{^}}_Z9coroutinei {{.*}}"kind":"other","leaves":true,"calls":[{"line":[[@LINE+2]],"column":12,"name":"fib",
Task coroutine(int n) {
  co_yield fib(n);
  co_return;
}
// The places that debug information gives the calls: of a member the place of its name.
// PLACE-LABEL: define {{.*}}@_ZN6Solver3runEi(
// PLACE: call {{.*}}@_ZN6Solver3runEi({{.*}}!dbg ![[FIRST:[0-9]+]]
// PLACE: call {{.*}}@_ZN6Solver3runEi({{.*}}!dbg ![[SECOND:[0-9]+]]
// PLACE-DAG: ![[FIRST]] = !DILocation(line: [[@LINE-82]], column: 12,
// PLACE-DAG: ![[SECOND]] = !DILocation(line: [[@LINE-82]], column: 13,
