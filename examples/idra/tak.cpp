// and-parallel: the function of Takeuchi. The three inner calls are independent, the outer call needs all of them.
//   tak [X Y Z [DEPTH]]     calls down to DEPTH are tasks; without it all
#include "idra.h"
#include <map>
#include <tuple>

// Below the tasks, as one writes it: with a, b and c shared by tasks the compiler keeps them in memory, and the
// function takes 3.6 times as long.
static int tak_alone(int x, int y, int z) {
  while (y < x) {
    const int a = tak_alone(x - 1, y, z), b = tak_alone(y - 1, z, x), c = tak_alone(z - 1, x, y);
    x = a, y = b, z = c;
  }
  return z;
}

static int tak(int x, int y, int z, int depth) {
  if (depth == 0) return tak_alone(x, y, z);
  while (y < x) {
    int a, b, c;
#pragma exg task
#pragma omp task shared(a)
    a = tak(x - 1, y, z, depth - 1);
#pragma exg task
#pragma omp task shared(b)
    b = tak(y - 1, z, x, depth - 1);
#pragma exg task
#pragma omp task shared(c)
    c = tak(z - 1, x, y, depth - 1);
#pragma omp taskwait
    x = a, y = b, z = c;
  }
  return z;
}

static int remembered(int x, int y, int z) { // each value once
  static std::map<std::tuple<int, int, int>, int> known;
  if (x <= y) return z;
  auto [at, fresh] = known.try_emplace({x, y, z}, 0);
  if (!fresh) return at->second;
  int value = remembered(remembered(x - 1, y, z), remembered(y - 1, z, x), remembered(z - 1, x, y));
  return known[{x, y, z}] = value;
}

int main(int argc, char** argv) {
  const int x = argument(argc, argv, 1, 9, 0, 100), y = argument(argc, argv, 2, 5, 0, 100);
  const int z = argument(argc, argv, 3, 0, 0, 100), depth = argument(argc, argv, 4, 1000, 0, 1000);
  int result = 0;
  for (Timed part; part.again();) {
    part.start();
    const int from = hidden(x);
#pragma exg trace
#pragma omp parallel
#pragma omp single
#pragma exg task
    result = tak(from, y, z, depth);
    result = hidden(result);
  }
  std::printf("tak %d %d %d: %d\n", x, y, z, result);
  return result != remembered(x, y, z);
}
