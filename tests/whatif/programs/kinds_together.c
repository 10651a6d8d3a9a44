// remove: t, n
// t is written before it is read (output, anti, and no flow); n is carried (all kinds).
enum { N = 50 };
static int in[N], out[N];
#ifdef EDITED
static int n[N];
#define NN n[i]
#else
static int t, n;
#define NN n
#endif
int main(void) {
  for (int i = 0; i < N; ++i) in[i] = i * 3 % 8;
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
  {
#ifdef EDITED
    int t;
#endif
    t = in[i] * in[i];
    if (t > 9) NN++;
    out[i] = t + (i % 5 == 4 ? out[i - 4] : 0);
  }
  return out[1] < 0;
}
