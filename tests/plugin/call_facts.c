// Facts about calls in C: blocks, kinds of statements, places, what is evaluated always, variables.
// RUN: %calls_cc -O0 -fopenmp -fblocks -w | %filecheck
// RUN: %calls_cc -O2 -fopenmp -fblocks -w | %filecheck
// RUN: clang-22 -g -w -S -emit-llvm -fopenmp -fblocks -o - %s | %filecheck --check-prefix=PLACE
#include <stdio.h>
#define REC(f, n) f((n) - 1)
#define BODY(n) { return fib(n); }
typedef struct T { struct T *l, *r; int v; } T;
typedef unsigned size;
struct Big { long a[9]; };
struct Big big(int n);
size count(const T* t);
enum Kind { leaf } kind(T* t);
void (*handler(int n))(int);
void merge(int* a, int* tmp, int m, int n);
void quiet(int n) { n++; }
// CHECK-NOT: quiet
// CHECK: {{^}}fib {{.*}}call_facts.c:[[@LINE+1]] {"language":"c","form":"calls","function":"fib","function_range":[[[@LINE+1]],17,[[@LINE+1]],64],"declaration":[[[@LINE+1]],1,[[@LINE+1]],6],"parameters":[{"name":"n","type":"int","integer":true}],"blocks":[{"begin":[[[@LINE+1]],17],"end":[[[@LINE+1]],64],"braces":true,"statements":[{"begin":[[[@LINE+1]],19],"end":[[[@LINE+1]],62],"kind":"return","leaves":true,"value":[[[@LINE+1]],26,[[@LINE+1]],61],"calls":[{"line":[[@LINE+1]],"column":38,"name":"fib","callee":"fib","begin":[[[@LINE+1]],38],"end":[[[@LINE+1]],48],"type":"long","guard":[[[@LINE+1]],26,[[@LINE+1]],31],"unless":true,"names":["n"]},{"line":[[@LINE+1]],"column":51,"name":"fib","callee":"fib","begin":[[[@LINE+1]],51],"end":[[[@LINE+1]],61],"type":"long","guard":[[[@LINE+1]],26,[[@LINE+1]],31],"unless":true,"names":["n"]}],"variables":[{"name":"n","declared":[[[@LINE+1]],14],"scope":"parameter","type":"int","shape":"scalar","read":true,"written":false,"address":false}],"calls_only":true}]}],"text":[[[@LINE+1]],[[@LINE+1]],{{[0-9]+}}]}
long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
long fib2(int n) {
  // CHECK: {{^}}fib2 {{.*}}"statements":[{"begin":[[[@LINE+1]],3],"end":[[[@LINE+2]],14],"kind":"if","leaves":true,"value":[[[@LINE+1]],7,[[@LINE+1]],12],"calls":[],
  if (n < 2)
    return n;
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],"end":[[[@LINE+1]],24],"kind":"declare","result":"x","declares":["x"],"type":"long","value":[[[@LINE+1]],12,[[@LINE+1]],23],"calls":[{"line":[[@LINE+1]],"column":12,"name":"fib2","callee":"fib2","begin":[[[@LINE+1]],12],"end":[[[@LINE+1]],23],"type":"long","always":true,"whole":true}]
  long x = fib2(n - 1);
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],"end":[[[@LINE+2]],14],"kind":"declare","result":"y",{{[^}]*}}"value":[[[@LINE+1]],12,[[@LINE+2]],13],{{[^}]*}}"begin":[[[@LINE+1]],12],"end":[[[@LINE+2]],13],"type":"long","always":true,"whole":true}]
  long y = fib2(
      n - 2);
  // CHECK-SAME: "kind":"return","leaves":true,"value":[[[@LINE+1]],10,[[@LINE+1]],15],"calls":[],"variables":[{"name":"x","declared":[[[@LINE-4]],8],"scope":"local","type":"long","shape":"scalar","read":true
  return x + y;
}
// CHECK: {{^}}mergesort {{.*}}"parameters":[{"name":"a","type":"int *"},{"name":"tmp","type":"int *"},{"name":"n","type":"int","integer":true}]
void mergesort(int* a, int* tmp, int n) {
  int m = n / 2;
  if (n < 2) return;
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],"end":[[[@LINE+1]],24],"kind":"call","calls":[{"line":[[@LINE+1]],"column":3,"name":"mergesort","callee":"mergesort","begin":[[[@LINE+1]],3],"end":[[[@LINE+1]],23],"always":true,"whole":true}],"variables":[{"name":"a",{{[^}]*}}"scope":"parameter","type":"int *","shape":"pointer","read":true,"written":false,"address":false},
  mergesort(a, tmp, m);
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],"end":[[[@LINE+1]],42],"kind":"call","calls":[{"line":[[@LINE+1]],"column":9,{{[^}]*}}"always":true,"whole":true}]
  (void)mergesort(a + m, tmp + m, n - m);
  // CHECK-SAME: "name":"merge"
  merge(a, tmp, m, n);
}
// CHECK: {{^}}quicksort {{.*}}"parameters":[{"name":"a","type":"int *"},{"name":"lo","type":"int","integer":true,"changed":true},{"name":"hi","type":"int","integer":true}]
void quicksort(int* a, int lo, int hi) {
  while (lo < hi) {
    // CHECK-SAME: {"begin":[[[@LINE-1]],19],"end":[[[@LINE+5]],4],"braces":true,"in_loop":true,"around":[0,0],"statements":[
    int p = a[lo];
    quicksort(a, lo, p);
    // CHECK-SAME: "kind":"assign","result":"lo","result_base":"lo","value":[[[@LINE+1]],10,[[@LINE+1]],15]
    lo = p + 1;
  }
}
// CHECK: {{^}}sum {{.*}}"kind":"return",{{.*}}"calls":[{"line":[[@LINE+1]],"column":35,{{[^}]*}}"type":"int","guard":[[[@LINE+1]],24,[[@LINE+1]],25],"names":["t"]},{"line":[[@LINE+1]],"column":47,{{[^}]*}}"type":"int","guard":[[[@LINE+1]],24,[[@LINE+1]],25],"names":["t"]}]
int sum(T* t) { return t ? t->v + sum(t->l) + sum(t->r) : 0; }
// CHECK: {{^}}branch {{.*}}"kind":"if","leaves":true,"value":[[[@LINE+2]],32,[[@LINE+2]],34],"calls":[],
// CHECK-SAME: {"begin":[[[@LINE+1]],51],"end":[[[@LINE+1]],94],"braces":false,"around":[0,0],"statements":[{"begin":[[[@LINE+1]],51],"end":[[[@LINE+1]],94],"kind":"return","leaves":true,{{[^}]*}}"always":true,"names":[{{[^]]*}}]},{{{[^}]*}}"always":true,"names":[{{[^]]*}}]}]
int branch(int n, int c) { if (!c) return 1; else return branch(n - 1, c) + branch(n - 2, c); }
// CHECK: {{^}}odd {{.*}}"parameters":[{"name":"t","type":"T *"},{"name":"n","type":"int","integer":true,"changed":true}]
int odd(T* t, int n) {
  // CHECK-SAME: "kind":"other","declares":["local","k"],"calls":[],"variables":[]}
  int local[4], k = 0;
  // CHECK-SAME: "kind":"declare","result":"b","declares":["b"],"value":[[[@LINE+1]],18,[[@LINE+1]],24],"calls":[{{[^}]*}}"end":[[[@LINE+1]],24],"always":true,"whole":true}]
  struct Big b = big(n);
  // CHECK-SAME: "kind":"assign","result_base":"local",{{[^}]*}}"whole":true}]
  local[k] = odd(t, n - 1);
  // CHECK-SAME: "kind":"assign","result_base":"t",{{[^}]*}}"whole":true}]
  (*t->l).v = (odd(t, k++));
  // CHECK-SAME: "kind":"assign","result_base":"local",{{[^}]*}}"column":18,{{[^}]*}}"always":true,"names":[{{[^]]*}}]},{{[^}]*}}"column":31,{{[^}]*}}"type":"int","names":[{{[^]]*}}]}]
  *(local + 1) = odd(t, 3) && odd(t, 4);
  // CHECK-SAME: "kind":"other",
  local[odd(t, 1)] = 3;
  // CHECK-SAME: "kind":"other",{{[^}]*}}"name":"count","callee":"count",{{[^}]*}}"type":"size","always":true,"names":[{{[^]]*}}]}
  k += count(t);
  // CHECK-SAME: "type":"enum Kind","value":{{[^}]*}}"type":"enum Kind","always":true,"whole":true}
  enum Kind found = kind(t);
  // CHECK-SAME: "kind":"declare","result":"handle","declares":["handle"],"value":{{[^}]*}}"name":"handler",{{[^}]*}}],"always":true
  void (*handle)(int) = handler(n);
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],{{[^}]*}}"kind":"other","calls":[],
  handle(n);
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],{{[^}]*}}"kind":"other","leaves":true,"calls":[],
  for (int i = 0; i < n; i++) { k += odd(t, i); if (k) break; else return 3; }
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],"end":[[[@LINE+1]],66],"kind":"other","calls":[{"line":[[@LINE+1]],"column":11,{{[^}]*}}"always":true,"names":[{{[^]]*}}]}],
  switch (odd(t, 2)) { case 1: k = odd(t, 9); break; default: ; }
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],{{[^}]*}}"kind":"other","calls":[{"line":[[@LINE+1]],"column":10,{{[^}]*}}"type":"int","names":[{{[^]]*}}]}],
  while (odd(t, 5)) if (k) continue; else k = odd(t, 6);
  // CHECK-SAME: "kind":"assign","macro":true,"result":"k","result_base":"k","value":[[[@LINE+1]],11,[[@LINE+1]],18],"calls":[{"line":[[@LINE+1]],"column":11,"name":"fib",
  k = REC(fib, k);
  // CHECK-SAME: "kind":"other","declares":["once"],
  static int once = 3;
  // CHECK-SAME: "kind":"other","calls":[{{[^}]*}}"type":"int","names":[{{[^]]*}}]}],"variables":[{"name":"k",{{[^}]*}}"address":true}
  ({ int* at = &k; odd(t, *at); });
again:
  // CHECK-SAME: {"begin":[[[@LINE+1]],3],"end":[[[@LINE+1]],13],"kind":"call","label":true,
  odd(t, n);
  if (k) goto again;
  // CHECK-SAME: "kind":"return",{{[^}]*}}"calls":[{{[^}]*}}"column":27,{{[^}]*}}"type":"int","always":true,"names":[{{[^]]*}}]},{{[^}]*}}"name":"kind",{{[^}]*}}"always":true,"names":[{{[^]]*}}]},{{[^}]*}}"column":74,{{[^}]*}}"type":"int","names":[{{[^]]*}}]}],"variables":
  return __builtin_expect(odd(t, n--), 1) + kind(t) + once + (int)sizeof(odd(t, 8));
  // CHECK-SAME: "braces":true,"in_loop":true,"around":[0,10],
  // CHECK-SAME: "braces":true,"around":[0,11],"statements":[{"begin":[{{[0-9]+}},32],{{[^}]*}}"kind":"assign","label":true,
  // CHECK-SAME: "braces":false,"in_loop":true,"around":[0,12],"statements":[{{[{][^}]*}}"kind":"if","leaves":true
  // CHECK-SAME: "braces":false,"in_loop":true,"around":[3,0],"statements":[{{[{][^}]*}}"kind":"assign"
}
// CHECK: {{^}}variables {{.*}}"kind":"other",{{.*}}{"name":"hidden",{{[^}]*}}"scope":"static","type":"const int","shape":"scalar","read":true,"written":false,"address":false,"const":true},{"name":"p",{{[^}]*}}"read":true,"written":true,"address":false},{"name":"local",{{[^}]*}}"scope":"local","type":"int[4]","shape":"array","elements":4,"read":false,"written":true,"address":false}
// CHECK-SAME: {"name":"local",{{[^}]*}}"read":false,"written":false,"address":true}
static const int hidden = 3;
void variables(T* p) {
  int local[4];
  local[p++->v] = fib(hidden);
  merge(local, 0, 1, 2);
}
// CHECK: {{^}}from_macro {{.*}}"function_range":[[[@LINE+1]],24,[[@LINE+1]],31],"declaration":[[[@LINE+1]],1,[[@LINE+1]],6],"macro":true,
long from_macro(int n) BODY(n)
// CHECK: {{^}}directive {{.*}}"openmp":true,
void directive(int n) {
#pragma omp task
  fib(n);
}
int main(void) {
  // CHECK: {{^}}main {{.*}}"kind":"call","calls":[{"line":[[@LINE+1]],"column":19,"name":"fib","callee":"fib",{{[^}]*}}"type":"long","names":[{{[^]]*}}]},{"line":[[@LINE+1]],"column":3,"name":"printf",{{[^}]*}}"type":"int","always":true,"whole":true}],"variables":[],"calls_only":true}
  printf("%ld\n", fib(30));
  // CHECK-SAME: "kind":"declare","result":"r","declares":["r"],"type":"long","value":[[[@LINE+1]],12,[[@LINE+1]],19],{{[^}]*}}"whole":true
  long r = fib(30);
  return (int)r;
}
// The places that debug information gives the calls.
// PLACE-LABEL: define {{.*}}@fib2(
// PLACE: call {{.*}}@fib2({{.*}}!dbg ![[FIB2:[0-9]+]]
// PLACE-LABEL: define {{.*}}@odd(
// PLACE: call {{.*}}@fib({{.*}}!dbg ![[REC:[0-9]+]]
// PLACE-DAG: ![[FIB2]] = !DILocation(line: [[@LINE-105]], column: 12,
// PLACE-DAG: ![[REC]] = !DILocation(line: [[@LINE-44]], column: 11,
