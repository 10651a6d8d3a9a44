// Helpers that are called from several places: the report names the calls by which the later access of a dependence was
// reached, not those of another access of the same helper, and the same lines whatever the compiler puts inline.
// graph:
//   tasks 3
//   1 -> 2 flow
//   1 -> 2 output
//   2 -> 3 flow
//   2 -> 3 output
// report: reached by call_paths.c:32 -> next (call_paths.c:22) -> get
// report:         reached by call_paths.c:32 -> put
#include <stdio.h>

int scale = 5, sum, squares[4];

static int get(const int *p) { return *p; }

static void put(int *p, int v) {
  *p = v;
}

static int next(const int *p, int by) {
  int old = get(p);
  return old + by;
}

int main(void) {
#pragma exg trace
  for (int i = 1; i < 4; ++i)
#pragma exg task
  {
    put(&squares[i], get(&scale) * i * i); // nobody reads it in another task, nor writes scale
    put(&sum, next(&sum, squares[i]));
  }
  printf("%d\n", sum);
}
