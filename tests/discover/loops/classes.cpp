// Classes: loops in member functions, over members, with virtual calls, operators and iterators of one's own.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

constexpr int kSize = 100;

class Grid {
public:
  Grid(int rows, int columns) : rows_(rows), columns_(columns), cells_(rows * columns) {
    for (int i = 0; i < rows * columns; i++) cells_[i] = i * 7 % 31; //@ doall
  }
  double& operator()(int i, int j) { return cells_[i * columns_ + j]; }
  double operator()(int i, int j) const { return cells_[i * columns_ + j]; }

  void scale(double factor) {
    for (int i = 0; i < rows_; i++) //@ doall
      for (int j = 0; j < columns_; j++) (*this)(i, j) *= factor; //@ doall
  }
  double total() const {
    double s = 0;
    for (int i = 0; i < rows_; i++) //@ reduction reduction(+:s)
      for (int j = 0; j < columns_; j++) s += (*this)(i, j); //@ reduction reduction(+:s)
    return s;
  }
  void relax() {
    for (int i = 1; i < rows_ - 1; i++) //@ doacross
      for (int j = 1; j < columns_ - 1; j++) //@ doacross or serial
        (*this)(i, j) = ((*this)(i - 1, j) + (*this)(i, j - 1) + (*this)(i + 1, j)) / 4;
  }
  void smooth_into(Grid& to) const {
    for (int i = 1; i < rows_ - 1; i++) //@ doall
      for (int j = 1; j < columns_ - 1; j++) //@ doall
        to(i, j) = ((*this)(i - 1, j) + (*this)(i, j - 1) + (*this)(i + 1, j) + (*this)(i, j + 1)) / 4;
  }

private:
  int rows_, columns_;
  std::vector<double> cells_;
};

class Statistics {
public:
  void add_all(const std::vector<int>& v) { // the member can be named in the clause
    for (int i = 0; i < kSize; i++) sum_ += v[i]; //@ reduction reduction(+:sum_)
  }
  void largest_of(const std::vector<int>& v) {
    for (int i = 0; i < kSize; i++) //@ reduction reduction(max:largest_)
      if (v[i] > largest_) largest_ = v[i];
  }
  void add(int x) { sum_ += x; }
  void scratch(const std::vector<int>& v, std::vector<int>& out) {
    for (int i = 0; i < kSize; i++) { //@ doall private(scratch_)
      scratch_ = v[i] * 2;
      out[i] = scratch_ + 1;
    }
  }
  long sum() const { return sum_; }
  int largest() const { return largest_; }

private:
  long sum_ = 0;
  int largest_ = 0, scratch_ = 0;
};

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
  virtual void grow(int by) = 0;
};

struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
  void grow(int by) override { side += by; }
  int side;
};

struct Box : Shape {
  Box(int width, int height) : width(width), height(height) {}
  int area() const override { return width * height; }
  void grow(int by) override { width += by; }
  int width, height;
};

struct Counted : Shape {
  int area() const override { return ++calls; }
  void grow(int) override {}
  static int calls;
};
int Counted::calls = 0;

struct Vec {
  double x, y, z;
  Vec operator+(const Vec& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec operator*(double f) const { return {x * f, y * f, z * f}; }
  Vec& operator+=(const Vec& o) { return *this = *this + o; }
};

class Range { // an iterator of one's own
public:
  class Iterator {
  public:
    explicit Iterator(int at) : at_(at) {}
    int operator*() const { return at_; }
    Iterator& operator++() { return ++at_, *this; }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

  private:
    int at_;
  };
  Range(int from, int to) : from_(from), to_(to) {}
  Iterator begin() const { return Iterator(from_); }
  Iterator end() const { return Iterator(to_); }

private:
  int from_, to_;
};

class Generator { // a state in an object
public:
  unsigned next() { return state_ = state_ * 1664525u + 1013904223u; }

private:
  unsigned state_ = 99;
};

std::vector<int> numbers() {
  std::vector<int> v(kSize);
  for (int i = 0; i < kSize; i++) v[i] = i * 37 % 61; //@ doall
  return v;
}

void show(const char* name, const std::vector<int>& v) {
  long s = 0;
  for (int i = 0; i < static_cast<int>(v.size()); i++) s += v[i] * (i % 4 + 1); //@ reduction reduction(+:s)
  std::printf("%s %ld\n", name, s);
}

void grids() {
  Grid g(12, 14), h(12, 14);
  g.scale(2);
  g.smooth_into(h);
  h.relax();
  for (int t = 0; t < 3; t++) { //@ serial or doacross
    g.smooth_into(h);
    h.smooth_into(g);
  }
  std::printf("grids %.6g %.6g\n", g.total(), h.total());
}

void statistics() {
  std::vector<int> v = numbers(), out(kSize);
  Statistics s, t;
  s.add_all(v);
  s.largest_of(v);
  s.scratch(v, out);
  for (int x : v) t.add(x); //@ reduction ... or serial
  std::printf("statistics %ld %d %ld\n", s.sum(), s.largest(), t.sum());
  show("statistics", out);
}

void virtual_calls() {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i < 40; i++) { //@ serial
    if (i % 2)
      shapes.push_back(std::make_unique<Square>(i));
    else
      shapes.push_back(std::make_unique<Box>(i, 3));
  }
  int area = 0;
  for (std::size_t i = 0; i < shapes.size(); i++) shapes[i]->grow(static_cast<int>(i % 3)); //@ doall
  for (const auto& shape : shapes) area += shape->area(); //@ reduction reduction(+:area)
  std::printf("virtual_calls %d\n", area);
}

void virtual_call_that_counts() {
  Counted counted;
  const Shape& shape = counted;
  std::vector<int> b(kSize);
  for (int i = 0; i < kSize; i++) b[i] = shape.area(); //@ serial
  show("virtual_call_that_counts", b);
}

void one_object_grows() { // the same object each time
  Square square(1);
  Shape* shape = &square;
  for (int i = 0; i < 50; i++) shape->grow(i); //@ serial
  std::printf("one_object_grows %d\n", shape->area());
}

void vectors_of_three() {
  std::vector<Vec> p(kSize), v(kSize);
  for (int i = 0; i < kSize; i++) { //@ doall
    p[i] = {1.0 * i, 2.0, i % 5 * 1.0};
    v[i] = Vec{1, 0, -1} * i;
  }
  for (int i = 0; i < kSize; i++) p[i] += v[i] * 0.5; //@ doall
  double s = 0;
  for (const Vec& q : p) s += q.x + q.z; //@ reduction reduction(+:s)
  Vec centre{0, 0, 0};
  for (int i = 0; i < kSize; i++) centre += p[i]; //@ reduction ... or serial
  std::printf("vectors_of_three %g %g\n", s, centre.y);
}

void temporary_object() {
  std::vector<int> a = numbers();
  Vec t;
  for (int i = 0; i < kSize; i++) { //@ doall private(t) or doall firstprivate(t)
    t = {1.0 * a[i], 2, 3};
    a[i] = static_cast<int>(t.x * t.y);
  }
  show("temporary_object", a);
}

void own_range() {
  std::vector<int> a = numbers();
  for (int i : Range(10, 90)) a[i] += i; //@ doall ... or serial
  for (int i : Range(1, kSize)) a[i] ^= a[i - 1]; //@ serial or doacross
  show("own_range", a);
}

void generator() {
  Generator g;
  std::vector<int> b(kSize);
  for (int i = 0; i < kSize; i++) b[i] = static_cast<int>(g.next() >> 24); //@ serial
  show("generator", b);
}

void generator_each() {
  std::vector<int> b(kSize);
  for (int i = 0; i < kSize; i++) { //@ doall
    Generator g;
    for (int k = 0; k < i % 7; k++) g.next(); //@ serial
    b[i] = static_cast<int>(g.next() >> 24);
  }
  show("generator_each", b);
}

void objects_created() {
  std::vector<int> b(kSize);
  for (int i = 0; i < kSize; i++) { //@ doall
    std::unique_ptr<Shape> shape;
    if (i % 3)
      shape = std::make_unique<Square>(i);
    else
      shape = std::make_unique<Box>(i, i + 1);
    shape->grow(1);
    b[i] = shape->area();
  }
  show("objects_created", b);
}

void shared_ownership() { // counts references to one object: atomically only in a program with threads
  auto shared = std::make_shared<int>(5);
  std::vector<int> b(kSize);
  for (int i = 0; i < kSize; i++) { //@ serial or reduction ... or doall
    std::shared_ptr<int> copy = shared;
    b[i] = *copy + i;
  }
  show("shared_ownership", b);
}

int checked(int x) {
  if (x % 10 == 9) throw std::runtime_error("nine");
  return x * 2;
}

void throws_out() { // the loop ends early
  std::vector<int> a = numbers(), b(kSize);
  try {
    for (int i = 0; i < kSize; i++) b[i] = checked(a[i]); //@ serial
  } catch (const std::runtime_error&) {
    b[kSize - 1] = 1;
  }
  show("throws_out", b);
}

void catches_inside() { // what is thrown stays in the iteration
  std::vector<int> a = numbers(), b(kSize);
  for (int i = 0; i < kSize; i++) { //@ doall
    try {
      b[i] = checked(a[i]);
    } catch (const std::runtime_error&) {
      b[i] = -1;
    }
  }
  show("catches_inside", b);
}

} // namespace

int main() {
  grids();
  statistics();
  virtual_calls();
  virtual_call_that_counts();
  one_object_grows();
  vectors_of_three();
  temporary_object();
  own_range();
  generator();
  generator_each();
  objects_created();
  shared_ownership();
  throws_out();
  catches_inside();
}
