// With OpenMP a loop is chosen by the line of its pragma or by its own; with collapse by that of any of its loops.
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_openmp.c:9;chosen_openmp.c:12' %run_cc -O0 -fopenmp-simd -Wno-pass-failed %s | %filecheck
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_openmp.c:10;chosen_openmp.c:13' %run_cc -O1 -fopenmp-simd -Wno-pass-failed %s | %filecheck
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_openmp.c:10;chosen_openmp.c:14' %run_cc -O2 -fopenmp-simd -Wno-pass-failed %s | %filecheck
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_openmp.c:9;chosen_openmp.c:12' %ir_cc -O0 -fopenmp-simd -Wno-pass-failed | FileCheck-22 %s --check-prefix=IR
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
#pragma omp simd
  for (int i = 0; i < 2 * argc; i++)
    printf("row %d\n", i);
#pragma omp simd collapse(2)
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 1; k++)
      printf("cell %d %d\n", i, k);
}
// The pragma, as clang's places say, is not the loop: the task has the line of the first loop.
// CHECK: task 1 line 10
// CHECK-NEXT: row 0
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 10
// CHECK-NEXT: row 1
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 13
// CHECK-NEXT: cell 0 0
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 13
// CHECK-NEXT: cell 1 0
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 0
// OpenMP's counters are private: no iteration hands its own to the next.
// IR-LABEL: define {{.*}} @main(
// IR-NOT: ptr %i{{[0-9]*}},
// IR-NOT: ptr %k{{[0-9]*}},
