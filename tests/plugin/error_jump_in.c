// A jump into a task is clang's own error.
// RUN: %errors_cc | %filecheck
void f(int x) {
// CHECK: error: cannot jump from this goto statement to its label
  if (x) goto in;
#pragma exg task
  {
  in:
    x++;
  }
}
