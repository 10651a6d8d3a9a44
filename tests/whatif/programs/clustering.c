// remove: sum[], count[], changed
// One step of k-means: sums, counts and a flag are shared by all points.
enum { N = 60, K = 5 };
static double point[N];
static int of[N];
#ifdef EDITED
static double sum[N][K];
static int count[N][K], changed[N];
#define SUM sum[i]
#define COUNT count[i]
#define CHANGED changed[i]
#else
static double sum[K];
static int count[K], changed;
#define SUM sum
#define COUNT count
#define CHANGED changed
#endif
int main(void) {
  for (int i = 0; i < N; ++i) point[i] = (i * 37) % 50;
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
  {
    int best = 0;
    for (int k = 1; k < K; ++k) {
      double d = point[i] - k * 10, e = point[i] - best * 10;
      if (d * d < e * e) best = k;
    }
    if (of[i] != best) {
      of[i] = best;
      CHANGED++;
    }
    SUM[best] += point[i];
    COUNT[best]++;
  }
  return of[0] > K;
}
