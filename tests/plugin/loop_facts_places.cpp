// The metadata of a loop has the place that its facts are found by: loops of one line, of macros and their arguments,
// in headers, templates, lambdas, behind attributes, labels, pragmas and #line.
// RUN: %print_cxx -O0 | %filecheck
// RUN: %print_cxx -O2 | %filecheck
// RUN: %print_cxx -O0 -gno-column-info | %filecheck --check-prefix=LINES
// RUN: %print_cxx -O2 -fdebug-prefix-map=%S=/moved | %filecheck
#include "Inputs/loop_header.h"
#define EACH(n) for (int k = 0; k < n; k++) x[k]++;
#define SAME(...) __VA_ARGS__
template <class T> T sum(const T* x, int n) {
  T s{};
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}
void places(int* x, int n) {
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] += j;
  EACH(n) EACH(3)
  SAME(while (x[0] < n) x[0]++;)
  [[clang::code_align(16)]] for (int i = 0; i < n; i++) x[i]++;
again:
  do x[1]++; while (x[1] < 5);
#pragma clang loop vectorize(disable)
  for (int i = 0; i < n; i++) x[i]++;
  auto lambda = [=](int m) { for (int i = 0; i < m; i++) x[i]++; };
  auto generic = [=](auto m) { while (x[0] < m) x[0]++; };
  lambda(sum(x, n)), generic(2L), in_header(x, n), sum<float>(nullptr, 0);
  if (n < 0) goto again;
#line 70 "other.y"
  while (x[2] < n) x[2]++;
}
// CHECK-LABEL: _Z6placesPii {{.*}}places.cpp:16:3 {"language":"c++","form":"for","begin":[16,3],"end":[16,69],"body":[16,31,16,69],
// CHECK: _Z6placesPii {{.*}}places.cpp:16:31 {{.*}}"begin":[16,31],"end":[16,69],"body":[16,59,16,69],
// CHECK: _Z6placesPii {{.*}}places.cpp:17:3 {{.*}}"begin":[17,3],"end":[17,10],"body":[17,3,17,10],
// CHECK: _Z6placesPii {{.*}}places.cpp:17:11 {{.*}}"begin":[17,11],"end":[17,18],{{.*}}"macro":true,"macro_statement":true
// CHECK: _Z6placesPii {{.*}}places.cpp:18:8 {{.*}}"form":"while","begin":[18,8],"end":[18,32],{{.*}}"macro":true,"macro_statement":true
// CHECK: _Z6placesPii {{.*}}places.cpp:19:29 {{.*}}"begin":[19,29],{{.*}}"attributes":true
// CHECK: _Z6placesPii {{.*}}places.cpp:21:3 {{.*}}"form":"do","begin":[21,3],"end":[21,31],"body":[21,6,21,13],{{.*}}"label":"again"
// CHECK: _Z6placesPii {{.*}}places.cpp:23:3 {{.*}}"begin":[23,3],"end":[23,38],
// CHECK: _Z6placesPii {{.*}}other.y:70:3 {{.*}}"begin":[70,3],"end":[70,27],
// CHECK-DAG: _Z3sumIiET_PKS0_i {{.*}}places.cpp:12:3 {{.*}}"template":true,"function_range":[10,20,14,2],{{.*}}{"name":"s","declared":[11,5],"scope":"local","type":"T","shape":"scalar",
// CHECK-DAG: _Z3sumIfET_PKS0_i {{.*}}places.cpp:12:3 {{.*}}{"name":"x","declared":[10,35],"scope":"parameter","type":"const T *","shape":"pointer",
// CHECK-DAG: _ZZ6placesPiiENK3${{.*}}clEi {{.*}}places.cpp:24:30 {{.*}}"lambda":true,"function_range":[24,17,24,67],{{.*}}{"name":"x",{{.*}}"captured":true}
// CHECK-DAG: _ZZ6placesPiiENK3${{.*}}clIlEEDaT_ {{.*}}places.cpp:25:32 {{.*}}"template":true,"lambda":true,
// CHECK-DAG: _Z9in_headerPii {{.*}}loop_header.h:3:3 {{.*}}"form":"for","begin":[3,3],

// Several loops on a line cannot be told apart without columns; the only one of a line can.
// LINES: _Z6placesPii {{.*}}places.cpp:16:0 {{$}}
// LINES: _Z6placesPii {{.*}}places.cpp:23:0 {"language"
