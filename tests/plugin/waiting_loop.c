// A loop that waits for a variable goes on loading it, without optimisation: a thread or a signal's handler may set it.
// Others load what does not change in front of the loops.
// RUN: env UNPLY_COPIES=1 %ir_cc -O0 | %filecheck
int flag, bound, sums[100];

// CHECK-LABEL: define {{.*}}@wait_for_flag.loops(
// CHECK: phi i64
// CHECK: load i32, ptr @flag
// CHECK: br i1
// CHECK: ret void
void wait_for_flag(void) {
  while (!flag) {
  }
}

// CHECK-LABEL: define {{.*}}@count_to_bound.loops(
// CHECK: load i32, ptr @bound
// CHECK-NOT: load i32, ptr @bound
// CHECK: call void @__unply_loop_{{whole|nest}}(
// CHECK: ret void
void count_to_bound(void) {
  for (int i = 0; i < 10; i++)
    for (int k = 0; k < 10; k++) sums[i * 10 + k] = bound;
}

int main(void) {
  flag = 1;
  wait_for_flag();
  count_to_bound();
}
