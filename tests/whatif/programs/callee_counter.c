// remove: calls, log[]
// A counter and a log in a function that the tasks call.
enum { N = 40 };
static int value[N];
#ifdef EDITED
static int calls[N], log[N][4];
#define CALLS calls[i]
#define LOG log[i]
#else
static int calls, log[4];
#define CALLS calls
#define LOG log
#endif
__attribute__((noinline)) static int work(int i, int x) {
  CALLS++;
  LOG[x & 3] += x;
  return x * x;
}
int main(void) {
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
    value[i] = work(i, i) + (i > 9 ? value[i - 10] : 0);
  return value[3] < 0;
}
