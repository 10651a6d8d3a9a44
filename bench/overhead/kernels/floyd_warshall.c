/* All shortest paths: a coarse task relaxes one row through one vertex, a fine one a single pair. */
#include "kernel.h"
enum { kVertices = 220 };
static int path[kVertices][kVertices];

static void prepare(void) {
  random_state = 88172645463325252ul;
  for (int i = 0; i < kVertices; i++)
    for (int j = 0; j < kVertices; j++) path[i][j] = i == j ? 0 : (int)(next_random() % 1000) + 1;
}

__attribute__((noinline)) static void kernel(void) {
  TRACE
  for (int k = 0; k < kVertices; k++)
    for (int i = 0; i < kVertices; i++) COARSE
  for (int j = 0; j < kVertices; j++) FINE {
      const int through = path[i][k] + path[k][j];
      path[i][j] = through < path[i][j] ? through : path[i][j];
    }
}

static double digest(void) {
  double sum = 0;
  for (int i = 0; i < kVertices; i++)
    for (int j = 0; j < kVertices; j++) sum += path[i][j];
  return sum;
}
static size_t touched_bytes(void) { return sizeof path; }
