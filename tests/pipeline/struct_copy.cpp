// Copies of whole structures, assigned and returned.
// graph:
//   tasks 4
//   1 -> 2 flow
//   2 -> 3 flow
//   1 -> 4 flow
//   3 -> 4 flow
#include <cstdio>
struct Point {
  double x, y, z, w[4];
};
Point p, q, r;
double out;
static Point shifted(const Point& from) {
  Point to = from;
  to.x += 1;
  return to;
}
int main() {
#pragma exg trace
  {
#pragma exg task
    p = Point{1, 2, 3, {4, 5, 6, 7}};
#pragma exg task
    q = p;
#pragma exg task
    r = shifted(q);
#pragma exg task
    out = r.x + p.y;
  }
  printf("%g\n", out);
}
