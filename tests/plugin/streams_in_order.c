// A loop with streams and a hook of its own: the streams are recorded before it, or, in a task that goes on behind a task
// within it, each access at its place, a load that was moved in front of the loop too.
// RUN: %run_cc -O0 %s | %filecheck
// RUN: %run_cc -O2 %s | %filecheck
extern int show_accesses, in_order;
int n = 4;
int to[4] = {3, 0, 2, 1};
double u[8], v[8], *p = u;
__attribute__((noinline)) void scatter(int last) {
  for (int i = 0; i < last; i++)
    v[to[i]] = p[i];
}
int main(void) {
  show_accesses = 1;
  scatter(n);
  in_order = 1;
  scatter(2);
  return 0;
}
// CHECK: loop of 4
// CHECK-NEXT: stride 0 load 8 p line 11
// CHECK-NEXT: stride 4 load 4 to[] line 11
// CHECK-NEXT: load 8 p[] line 11
// CHECK-NEXT: store 8 v[] line 11
// CHECK-NEXT: load 8 p[] line 11
// CHECK-NEXT: store 8 v[] line 11
// CHECK-NEXT: load 8 p[] line 11
// CHECK-NEXT: store 8 v[] line 11
// CHECK-NEXT: load 8 p[] line 11
// CHECK-NEXT: store 8 v[] line 11
// CHECK-NEXT: store 4 in_order line 16
// CHECK-NEXT: load 8 p line 11
// CHECK-NEXT: load 8 p[] line 11
// CHECK-NEXT: load 4 to[] line 11
// CHECK-NEXT: store 8 v[] line 11
// CHECK-NEXT: load 8 p line 11
// CHECK-NEXT: load 8 p[] line 11
// CHECK-NEXT: load 4 to[] line 11
// CHECK-NEXT: store 8 v[] line 11
// CHECK-NEXT: exit 0
