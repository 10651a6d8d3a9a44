// Loops that run backwards, over every second element, over columns, and over the same element.
// graph:
//   tasks 6
//   1 -> 2 flow
//   1 -> 3 flow
//   1 -> 4 flow
//   2 -> 4 flow
//   4 -> 5 flow
//   5 -> 6 flow
// kinds: flow
#include <stdio.h>
int m[10][10], out[4], n = 10;
int main(void) {
#pragma exg trace
  {
#pragma exg task
    for (int i = n - 1; i >= 0; i--)
      for (int j = n - 1; j >= 0; j--)
        m[i][j] = i * j;
#pragma exg task
    for (int i = 0; i < n; i++)
      m[i][5] += 1;
#pragma exg task
    for (int i = 0; i < n; i++)
      out[0] += m[i][4];
#pragma exg task
    for (int i = n - 1; i >= 0; i -= 2)
      for (int j = 0; j < n; j++)
        m[0][0] += m[i][j];
#pragma exg task
    for (int i = 1; i < n; i++)
      m[0][i] = m[0][i - 1] + i;
#pragma exg task
    out[1] = m[0][9];
  }
  printf("%d %d\n", out[0], out[1]);
}
