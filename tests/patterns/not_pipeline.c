// The fifth item does not pass the second stage.
// run 12 => irregular
// never pipeline
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double in = 1, out = 0, *raw = calloc(n, 8), *done = calloc(n, 8);
#pragma exg trace
  for (int i = 0; i < n; i++) {
#pragma exg task
    raw[i] = in = in * 0.5 + i;
    if (i == 4) {
      done[i] = 1;
    } else {
#pragma exg task
      done[i] = raw[i] * raw[i];
    }
#pragma exg task
    out = out * 0.5 + done[i];
  }
  printf("%g\n", out);
}
