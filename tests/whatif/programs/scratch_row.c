// remove: row[]
// A true recurrence stays when the scratch row is made private.
enum { N = 20, M = 16 };
static double a[N + 1][M];
#ifndef EDITED
static double row[M];
#endif
int main(void) {
  for (int j = 0; j < M; ++j) a[0][j] = j;
#pragma exg trace
  for (int i = 1; i <= N; ++i)
#pragma exg task
  {
#ifdef EDITED
    double row[M];
#endif
    for (int j = 0; j < M; ++j) row[j] = a[i - 1 - (i > 1 && i % 3 == 0)][j] * 2;
    for (int j = 0; j < M; ++j) a[i][j] = row[M - 1 - j];
  }
  return a[N][0] < 0;
}
