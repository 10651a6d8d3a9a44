// The compiler's own slots (cleanup destination, return value, exception) are no variables: no access of theirs shows.
// RUN: %run_cxx -O0 %s | %filecheck
// RUN: %run_cxx -O1 %s | %filecheck
// RUN: %run_cxx -O2 %s | %filecheck
// RUN: %run_cxx -O3 %s | %filecheck
extern "C" int show_accesses;
static int find(int n) {
  for (int i = 0; i < n; i++)
#pragma exg task
  {
    if (i == 1) return i;
    if (i == 7) break;
  }
  return 0;
}
int main() {
  show_accesses = 1;
  return find(3);
}
// CHECK: task 1
// CHECK-NEXT: end 1
// CHECK-NOT: {{(load|store) . +line}}
// CHECK: exit 1
