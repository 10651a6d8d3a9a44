// A line without a loop is told if the file is meant; another file's line is not.
// RUN: env UNPLY_TASKS='chosen_missing.c:6;other.c:3' %ir_cc -O1 2>&1 | %filecheck
// CHECK-NOT: warning: {{.*}}other.c
// CHECK: warning: --tasks 'chosen_missing.c:6': no loop starts at this line
// CHECK-NOT: warning: {{.*}}other.c
int f(int x) { return x; }
