// remove: total, best
// Tasks in tasks: a reduction in both.
enum { N = 6, M = 5 };
static double a[N][M], row[N];
#ifdef EDITED
static double total[N][M], best[N][M];
#define TOTAL total[i][j]
#define BEST best[i][j]
#else
static double total, best;
#define TOTAL total
#define BEST best
#endif
int main(void) {
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
  {
    for (int j = 0; j < M; ++j) {
#pragma exg task
      {
        a[i][j] = i * j + (i > 0 ? a[i - 1][j] : 0);
        TOTAL += a[i][j];
        if (a[i][j] > BEST) BEST = a[i][j];
      }
    }
    row[i] = a[i][M - 1];
  }
  return row[0] < 0;
}
