/* Tasks that all read an array, then tasks that each overwrite a part of it: as many anti dependences as there are pairs
 * of them. Arguments: tasks, and the form of the second phase. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  long n = argc > 1 ? atol(argv[1]) : 100;
  const char* form = argc > 2 ? argv[2] : "plain";
  double* a = calloc((size_t)n + 1, sizeof *a);
  double* sum = calloc((size_t)n + 1, sizeof *sum);
  int nested = !strcmp(form, "nested"), own = !strcmp(form, "own"), two = !strcmp(form, "two");
#pragma exg trace
  for (int step = 0; step < (!strcmp(form, "steps") ? 3 : 1); step++) {
#pragma exg task
    for (long k = 0; k < n; k++) a[k] += k;
    for (long i = 0; i < n; i++) {
#pragma exg task
      {
        double t = 0;
        for (long k = 0; k < n; k++) t += a[k];
        sum[i] = t * i;
      }
    }
    for (long i = 0; i < n; i++) {
#pragma exg task
      {
        if (own) sum[i] += a[i]; /* reads what it overwrites */
        if (nested && i % 2) {
#pragma exg task
          a[i] = sum[i] * 0.5;
        } else {
          a[i] = sum[i] * 0.5;
        }
        if (two && i % 3 == 0) a[i] = a[i] + 1;
        if (two && i % 5 == 0) a[n] = i;
      }
    }
  }
  printf("%g\n", a[n / 2]);
  return 0;
}
