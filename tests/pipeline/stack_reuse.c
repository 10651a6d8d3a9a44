// The frames of calls and the variables of blocks lie on the same bytes of the stack again and again; they are new
// objects each time.
// graph:
//   tasks 6
#include <stdio.h>
int out[6];
__attribute__((noinline)) static int fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++)
    a[i] = v + i;
  return a[n / 2];
}
__attribute__((noinline)) static int frame(int v) {
  int a[16];
  return fill(a, 16, v);
}
int main(void) {
#pragma exg trace
  {
    for (int i = 0; i < 4; i++)
#pragma exg task
      out[i] = frame(i);
    for (int i = 4; i < 6; i++)
#pragma exg task
    {
      int block[16];
      out[i] = fill(block, 16, i);
    }
  }
  printf("%d %d\n", out[3], out[5]);
}
