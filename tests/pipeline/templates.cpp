// Pragmas inside templates, lambdas, member functions and functions called through a virtual table.
// kinds: flow
// graph:
//   tasks 8
//   1 -> 2 flow
//   3 -> 4 flow
//   5 -> 6 flow
//   7 -> 8 flow
#include <cstdio>
template <class T> struct Cell {
  T value{};
  void set(T v) {
#pragma exg task
    value = v;
  }
  T get() const {
#pragma exg task
    return value;
  }
};
struct Shape {
  virtual ~Shape() = default;
  virtual void step() = 0;
  double area = 0;
};
struct Square : Shape {
  void step() override {
#pragma exg task
    area = 2 * area + 1;
  }
};
template <class F> static void twice(F f) {
  f(0);
  f(1);
}
Cell<int> ci;
Cell<double> cd;
int x[3];
int main() {
  Square square;
  Shape* shape = &square;
  int a = 0;
  double b = 0;
#pragma exg trace
  {
    ci.set(3);
    a = ci.get();
    cd.set(1.5);
    b = cd.get();
    twice([](auto i) {
#pragma exg task
      x[i + 1] = x[i] + 1;
    });
    shape->step();
    shape->step();
  }
  printf("%d %g %d %g\n", a, b, x[2], square.area);
}
