// An exception ends the tasks that it leaves, whether it is caught in the task, around it or in the caller.
// RUN: %run_cxx -O0 %s | %filecheck
// RUN: %run_cxx -O1 %s | %filecheck
// RUN: %run_cxx -O2 %s | %filecheck
// RUN: %run_cxx -O3 %s | %filecheck
#include <cstdio>
static void thrower(int i) {
#pragma exg task thrower
  {
    if (i > 0) throw i;
  }
}
int main() {
#pragma exg task inside
  try {
    throw 1;
  } catch (int i) {
    std::printf("caught %d\n", i);
  }
  try {
#pragma exg task around
    thrower(2);
  } catch (int i) {
    std::printf("caught %d\n", i);
  }
}
// CHECK: task 1 line 14 in main label 'inside'
// CHECK-NEXT: caught 1
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 21 in main label 'around'
// CHECK-NEXT: task 2 line 8 in thrower label 'thrower'
// CHECK-NEXT: end 2
// CHECK-NEXT: end 1
// CHECK-NEXT: caught 2
// CHECK-NEXT: exit 0
