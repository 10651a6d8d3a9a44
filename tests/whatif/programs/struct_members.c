// remove: box.low, box.high
// Two members of a struct are taken away, the third stays.
enum { N = 30 };
static struct {
  double low, high, last;
} box;
#ifdef EDITED
static double lows[N], highs[N];
#endif
static double in[N];
int main(void) {
  for (int i = 0; i < N; ++i) in[i] = (i * 11) % 7 - 3;
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
  {
#ifdef EDITED
    lows[i] = in[i] < 0 ? in[i] : 0;
    highs[i] = in[i] > 0 ? in[i] : 0;
#else
    if (in[i] < box.low) box.low = in[i];
    if (in[i] > box.high) box.high = in[i];
#endif
    if (i % 4 == 0) box.last = in[i] + box.last;
  }
  return box.last > 1000;
}
