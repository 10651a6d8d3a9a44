// alloca and variable-length arrays.
// graph:
//   tasks 6
//   5 -> 6 flow
#include <alloca.h>
#include <stdio.h>
int out[6];
__attribute__((noinline)) static int fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++)
    a[i] = v + i;
  return a[n / 2];
}
__attribute__((noinline)) static int on_stack(int n, int v) {
  int *a = alloca(n * sizeof *a);
  return fill(a, n, v);
}
int main(int argc, char **argv) {
  (void)argv;
  int n = 8 * argc;
#pragma exg trace
  {
    for (int i = 0; i < 2; i++)
#pragma exg task
      out[i] = on_stack(n, i);
    for (int i = 2; i < 4; i++)
#pragma exg task
    {
      int a[n];
      out[i] = fill(a, n, i);
    }
    int shared[n];
#pragma exg task
    fill(shared, n, 1);
#pragma exg task
    out[5] = shared[1];
  }
  printf("%d %d %d\n", out[1], out[3], out[5]);
}
