// remove: scratch[]
// The scratch memory has the name that it has in the caller, though the tasks reach it through a pointer.
#include <stdlib.h>
enum { N = 32, M = 8 };
static double out[N];
__attribute__((noinline)) static double use(double *p, int i) {
  for (int k = 0; k < M; ++k) p[k] = i * k;
  double sum = 0;
  for (int k = 0; k < M; ++k) sum += p[k];
  return sum;
}
int main(void) {
#ifdef EDITED
  double *scratch = malloc(N * M * sizeof(double));
#define SCRATCH (scratch + i * M)
#else
  double *scratch = malloc(M * sizeof(double));
#define SCRATCH scratch
#endif
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
    out[i] = use(SCRATCH, i) + (i >= 8 ? out[i - 8] : 0);
  free(scratch);
  return out[3] < 0;
}
