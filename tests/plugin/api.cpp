// The API in C++: the region's place is where the object is made, not the header.
// RUN: %run_cxx -O0 %s | %filecheck
// RUN: %run_cxx -O1 %s | %filecheck
// RUN: %run_cxx -O2 %s | %filecheck
// RUN: %run_cxx -O3 %s | %filecheck
#include <unply/annotate.h>
int main() {
  unply::TraceRegion trace("solve");
  for (int i = 0; i < 2; ++i) {
    unply::TaskRegion task("row");
    if (i == 0) continue;
  }
  unply_task_begin("plain");
  unply_task_end();
}
// CHECK: trace 1 line 8 in main label 'solve' origin 1
// CHECK-NEXT: task 2 line 10 in main label 'row' origin 1
// CHECK-NEXT: end 2
// CHECK-NEXT: task 2 line 10
// CHECK-NEXT: end 2
// CHECK-NEXT: task 2 line 13 in main label 'plain' origin 1
// CHECK-NEXT: end 2
// CHECK-NEXT: end 1
