// A task chosen by line: for with continue and break, while, do, a condition of two parts.
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_loops.c:15;chosen_loops.c:20;chosen_loops.c:24;chosen_loops.c:29;chosen_loops.c:30' %run_cc -O0 %s | %filecheck
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_loops.c:15;chosen_loops.c:20;chosen_loops.c:24;chosen_loops.c:29;chosen_loops.c:30' %run_cc -O1 %s | %filecheck
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_loops.c:15;chosen_loops.c:20;chosen_loops.c:24;chosen_loops.c:29;chosen_loops.c:30' %run_cc -O2 %s | %filecheck
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_loops.c:15;chosen_loops.c:20;chosen_loops.c:24;chosen_loops.c:29;chosen_loops.c:30' %run_cc -O3 %s | %filecheck
#include <stdio.h>
static int work(int i) {
  printf("work %d\n", i);
  return i;
}
int main(void) {
  int n = 5, k = 0;

  // line 15
  for (int i = 0; i < n; i++) {
    if (i == 1) continue;
    if (i == 2) break;
    work(i);
  }
  while (k < 2) {
    k++;
    if (k == 1) continue;
  }
  do {
    printf("do %d\n", k);
    if (k == 2) continue;
  } while (++k < 4);
  int sum = 0;
  for (int a = 0, b = 3; a < b && b > 0; a++, b--) sum += a;
  for (int a = 0; a < 1 || a == 1; a++)
    sum += a;
  return sum;
}
// CHECK: task 1 line 15 in main label '' origin 2
// CHECK-NEXT: work 0
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 15
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 15
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 20
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 20
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 24
// CHECK-NEXT: do 2
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 24
// CHECK-NEXT: do 3
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 29
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 29
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 30
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 30
// CHECK-NEXT: end 1
// CHECK-NEXT: exit 2
