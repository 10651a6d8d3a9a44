// remove: f[]
// Newton's third law: each pair adds to both; the positions are read only.
enum { N = 24 };
static double x[N], v[N];
#ifdef EDITED
static double f[N][N];
#define F f[i]
#else
static double f[N];
#define F f
#endif
int main(void) {
  for (int i = 0; i < N; ++i) x[i] = i * 1.5;
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
  {
    for (int j = i + 1; j < N; ++j) {
      double d = 1 / (x[j] - x[i]);
      F[i] += d;
      F[j] -= d;
    }
    v[i / 4] += x[i];
  }
  return v[0] < 0;
}
