// Facts of loops in C: heads, exits, variables, what an iteration does first with each.
// RUN: %print_cc -O0 -fblocks -fopenmp -w | %filecheck
// RUN: %print_cc -O2 -fblocks -fopenmp -w | %filecheck
#include <stdlib.h>
#define N 16
#define EACH(i, n) for (i = 0; i < n; i++)
struct P { int n; int* a; };
int table[N][4];
static int hidden;
int facts(struct P* p, const int* q, int n) {
  int i, j, t = 0, sum = 0, u, vla[n];
  static int kept;
  void* labels[] = {&&one, &&two};
  for (i = 0; i < N; i++) table[i][1] = q[i] + hidden;
  // CHECK: facts {{.*}}c:[[@LINE-1]]:3 {"language":"c","form":"for",{{.*}}"braces":false,"index":"i","index_declared":"outside","canonical":true,"step":1,"exits":[],"macro":true,"function_range":[10,1,{{[0-9]+}},2],"variables":[{"name":"i","declared":[11,7],"scope":"local","type":"int","shape":"scalar","read":true,"written":true,"address":false,"first":"read"{{[^}]*}}},{"name":"q","declared":[10,{{3[0-9]}}],"scope":"parameter","type":"const int *","shape":"pointer","read":true,"written":false,"address":false},{"name":"hidden","declared":[9,12],"scope":"static","type":"int",{{.*}}{"name":"table","declared":[8,5],"scope":"global","type":"int[16][4]","shape":"array","elements":64,"read":false,"written":true,"address":false}],"calls":[],"text":[[[@LINE-1]],[[@LINE-1]],{{[0-9]+}}]}
  EACH(i, p->n) { p->a[i] = q[i]; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"end":[[[@LINE-1]],36],"body":[[[@LINE-1]],17,[[@LINE-1]],36],"braces":true,{{.*}}"canonical":true,{{.*}}"macro":true,"macro_statement":true
  EACH(j, n) EACH(i, 3) sum += vla[i];
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"inner":[[[@LINE-1]],14],"rectangular":1,{{.*}}{"name":"i",{{[^}]*}}"first":"write"{{[^}]*}}},{"name":"vla",{{[^}]*}}"type":"int[n]","shape":"array","read":true
  // CHECK: c:[[@LINE-2]]:14 {{.*}}"parent_statement":"for"
  for (i = 0; i < n; i++) { if (q[i]) t = 1; else t = 2; u = t; sum += u; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"first":"write"{{[^}]*}}},{"name":"u",{{[^}]*}}"first":"write"{{[^}]*}}},{"name":"sum",{{[^}]*}}"first":"read"{{[^}]*}}}
  for (i = 0; i < n; i++) { if (q[i]) t = 1; sum += t; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"first":"read"{{[^}]*}}}
  for (i = 0; i < n; i++) { while (q[i] > 3) { t = q[i]; break; } kept += t; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"exits":[],{{.*}}{"name":"t",{{[^}]*}}"first":"read"{{[^}]*}}},{"name":"kept",{{[^}]*}}"scope":"static"
  for (i = 0; i < n; i++) { switch (q[i]) { case 1: t = 1; break; case 2: t = 3; break; default: t = 4; } sum += t; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"exits":[],{{.*}}{"name":"t",{{[^}]*}}"first":"write"{{[^}]*}}}
  for (i = 0; i < n; i++) { switch (q[i]) { case 1: t = 1; break; case 2: t = 3; } sum += t; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"first":"read"{{[^}]*}}}
  for (i = 0; i < n; i++) { do { t = 3; if (q[i]) continue; u = 4; } while (t < 0); sum += t + u; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"first":"write"{{[^}]*}}},{{.*}}{"name":"u",{{[^}]*}}"first":"read"{{[^}]*}}}
  // CHECK: c:[[@LINE-2]]:29 {{.*}}"form":"do"{{.*}}"body":[[[@LINE-2]],32,[[@LINE-2]],69],"braces":true,"canonical":false,"not_canonical":"a do loop has no head"
  for (i = 0; i < n; i++) { if (q[i] && (t = q[i])) sum += t; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"first":"read"{{[^}]*}}}
  for (i = 0; i < n; i++) { for (;;) { if (q[i]) { t = 1; break; } sum++; } u = t; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"t",{{[^}]*}}"first":"write"{{[^}]*}}}
  // CHECK: c:[[@LINE-2]]:29 {{.*}}"not_canonical":"the head does not set a loop variable","exits":[{"kind":"break",
  for (i = 0; i < n; i++) { goto *labels[q[i]]; one: sum++; two:; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"exits":[{"kind":"goto","line":[[@LINE-1]],"column":29}],
  for (i = 0; i < n; i++) { __asm__ goto("" ::: : out); __asm__("nop" : "=r"(t), "+r"(u) : "r"(i)); }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"exits":[{"kind":"goto",{{.*}}{"name":"t",{{[^}]*}}"first":"write"{{[^}]*}}},{"name":"u",{{[^}]*}}"first":"read"{{[^}]*}}}
out:
#pragma clang loop vectorize(disable)
  for (i = 0; i < n; i++) ;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"end":[[[@LINE-1]],28],"body":[[[@LINE-1]],27,[[@LINE-1]],28],{{.*}}"label":"out","hints":true,"function
#pragma omp simd
  for (i = 0; i < n; i++) sum += abs(i);
  // CHECK: {{.*}}"begin":[[[@LINE-1]],3],{{.*}}"openmp":"simd",{{.*}}"calls":[{"name":"abs","line":[[@LINE-1]],"column":34,"callee":"abs","const":true,"noexcept":true}]
  for (i = 0, j = n; i < j; i++, j--) sum += sizeof(u);
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"the head sets several variables",{{.*}}{"name":"u",{{[^}]*}}"read":false,"written":false
  for (; i < n; i++) if (q[i]) exit(3);
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"index":"i",{{.*}}"not_canonical":"the head does not set a loop variable",{{.*}}"callee":"exit","noreturn":true
  for (int* e = p->a; e != p->a + n; ++e) { *e = (t = 3, 4); sum = t; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"index_declared":"inside","canonical":true,"step":1,{{.*}}{"name":"t",{{[^}]*}}"first":"write"{{[^}]*}}}
  for (int k = 0; k < n; k++) { p->n = 3; int *x = &sum, *y = vla; *x = *y; sum = 3; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}{"name":"sum",{{[^}]*}}"written":true,"address":true,"first":"unknown"{{[^}]*}}},{{.*}}{"name":"vla",{{[^}]*}}"address":true
  for (int k = 0; k < p->n; k++) p->n--;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"'n' of the bound is written in the body"
  for (int k = n; k > 0; k = k - 2) sum += ({ int z = 0; for (j = 0; j < k; j++) z += j; z; });
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"canonical":true,"step":-2,
  // CHECK: c:[[@LINE-2]]:58 {{.*}}"index":"j"
  for (int k = 0; k != n; k += 2) sum++;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"the test is by != and the step is not 1 or -1"
  for (int k = 0; n > k; k--) sum++;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"the step leads away from the bound"
  for (int k = 0; n > i + k - 1; k++) sum++;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"'k' does not stand alone in its comparison"
  for (int k = 0; k + k < n; k++) sum++;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"the test does not compare 'k' by <, <=, >, >= or !="
  for (int k = 0; k + i < n; k++) i++;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"the test does not compare 'k' by <, <=, >, >= or !="
  for (int k = 0; k < n; k++) if (q[k]) k++;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"'k' is written in the body"
  for (int k = 0; k < n; k *= 2) for (j = k; j < n; j++) sum++;
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"the increment of 'k' is not one of ++, --, += and -=","inner":[[[@LINE-1]],34],"rectangular":0
  // CHECK: c:[[@LINE-2]]:34
  for (float f = 0; f < 3; f++) { if (q[i]) return 1; switch (q[j]) { case 1: break; } if (q[n]) break; if (q[0]) goto out; }
  // CHECK: c:[[@LINE-1]]:3 {{.*}}"not_canonical":"'f' is a floating-point number",{{.*}}"exits":[{"kind":"return","line":[[@LINE-1]],"column":45},{"kind":"break","line":[[@LINE-1]],"column":98},{"kind":"goto","line":[[@LINE-1]],"column":115}],
  int (^b)(int) = ^(int m) { int s = 0; while (m > s) s += m; return s; };
  if (n) for (i = 0; i < b(n); i++) kept = sum; else do sum--; while (sum > 3);
  // CHECK-DAG: c:[[@LINE-1]]:10 {{.*}}"bound_calls":true,{{.*}}"parent_statement":"if",{{.*}}{"name":"kept",{{[^}]*}}"first":"unknown"{{[^}]*}}}],"calls":[{"name":"b",
  // CHECK-DAG: c:[[@LINE-2]]:54 {{.*}}"form":"do",{{.*}}"end":[[[@LINE-2]],80],{{.*}}"parent_statement":"else"
  // CHECK-DAG: facts_block_invoke {{.*}}c:[[@LINE-4]]:41 {{.*}}"function_range":[[[@LINE-4]],19,[[@LINE-4]],74]
  return sum;
}
