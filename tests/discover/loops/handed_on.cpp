// Sums in what a loop gets the address of, or hands on: parts of an object that inlined functions update, and variables of
// a caller that the loop knows by a pointer. No clause names them, but iterations can run at once.
#include <cstdio>

namespace {

constexpr int kSize = 240;
int v[kSize];
double w[kSize];

struct Sum {
  double x = 0, y = 0;
  int n = 0;
  void add(double value) {
    x += value;
    n++;
  }
};

void add(Sum* sum, double value) { sum->x += value; }

void add_by_sign(Sum& sum, double value) {
  if (value > 0)
    sum.x += value;
  else
    sum.y -= value;
  sum.n++;
}

void bump(double* at, double value) { *at += value; }

int counted(int value) { // a counter that belongs to no object
  static int calls = 0;
  calls++;
  return value + 1;
}

void of_objects() {
  Sum a, b, c, d;
  double s = 0;
  for (int i = 0; i < kSize; i++) add(&a, w[i]); //@ reduction ...
  for (int i = 0; i < kSize; i++) add_by_sign(b, w[i]); //@ reduction ...
  for (int i = 0; i < kSize; i++) c.add(w[i]); //@ reduction ...
  for (int i = 0; i < kSize; i++) bump(&d.x, w[i]); //@ reduction ...
  for (int i = 0; i < kSize; i++) bump(&s, w[i]); //@ reduction reduction(+:s)
  std::printf("of_objects %g %g %g %d %g %d %g %g\n", a.x, b.x, b.y, b.n, c.x, c.n, d.x, s);
}

void of_pointer() {
  Sum a;
  Sum* p = &a;
  for (int i = 0; i < kSize; i++) p->x += w[i]; //@ reduction ...
  std::printf("of_pointer %g\n", a.x);
}

void of_caller(Sum* a, Sum& b) {
  for (int i = 0; i < kSize; i++) { //@ reduction ...
    add(a, w[i]);
    a->n += 2;
  }
  for (int i = 0; i < kSize; i++) b.add(w[i]); //@ reduction ...
}

// The names of the caller's variables are used for something else here.
void of_two_pointers(int* s, int* t) {
  for (int i = 0; i < kSize; i++) { //@ reduction ...
    if (v[i] > 0)
      *s += v[i];
    else
      *t += v[i];
  }
}

void of_same_name(double* total, const int* a) {
  for (int i = 0; i < kSize; i++) *total += a[i]; //@ reduction reduction(+:total[:1])
}

void and_read(Sum* a, int* late) {
  for (int i = 0; i < kSize; i++) { //@ serial
    add(a, w[i]);
    if (a->x > 10) *late += i;
  }
}

void one_of_two(int* sum, int* last) { // only one of the two is a sum
  for (int i = 0; i < kSize; i++) { //@ serial
    *sum += v[i] * *last;
    *last = v[i];
  }
}

void of_function() {
  int s = 0;
  for (int i = 0; i < kSize; i++) s += counted(v[i]); //@ serial
  std::printf("of_function %d\n", s);
}

} // namespace

int main() {
  for (int i = 0; i < kSize; i++) { //@ doall
    v[i] = (i * 37) % 101 - 50;
    w[i] = v[i] * 0.5;
  }
  Sum a, b, c;
  int s = 0, t = 0, late = 0, sum = 0, last = 1;
  of_objects();
  of_pointer();
  of_caller(&a, b);
  of_two_pointers(&s, &t);
  double x = 0;
  of_same_name(&x, v);
  and_read(&c, &late);
  one_of_two(&sum, &last);
  of_function();
  std::printf("main %g %d %g %d %d %d %g %d %d %d\n", a.x, a.n, b.x, b.n, s, t, x, late, sum, last);
}
