// RUN: %errors_cc | %filecheck
int f(int x) {
  x++;
// CHECK: error: '#pragma exg task' must be followed by a statement
// CHECK: note: hint: write the statement or a block { } after it
#pragma exg task
}
