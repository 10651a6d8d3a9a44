// Three filters, each with state.
// run 12 => pipeline: 3 stages x 12 items
// run 200 => pipeline: 3 stages x 200 items
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  double in = 1, out = 0, *raw = calloc(n, 8), *done = calloc(n, 8), state = 0;
#pragma exg trace
  for (int i = 0; i < n; i++) {
#pragma exg task
    raw[i] = in = in * 0.5 + i;
#pragma exg task
    done[i] = state = state * 0.5 + raw[i];
#pragma exg task
    out = out * 0.5 + done[i];
  }
  printf("%g\n", out);
}
