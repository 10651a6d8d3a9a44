// Calls through pointers, virtual ones among them, are counted by name unless their targets have hooks: in this file, in
// another object, or behind the jump that the linker made. Not counted: outside tasks, and what is known to touch nothing.
// Functions are from the C library, from a library and from a file that were compiled without unply.
// levels: -O0, -O2, -O1 -fsanitize=function, -O1 -fno-pic -no-pie -Wl\,-z\,lazy, -O2 -fPIC -fuse-ld=lld
// build: $PLAIN -O1 -fPIC -shared -DPART=1 $SRC -o libplain.so
// build: $PLAIN -O1 -c -DPART=2 $SRC -o plain.o
// build: $CC $LEVEL $FLAGS -fPIC -shared -DPART=3 $SRC -o libseen.so
// build: $CC $LEVEL $FLAGS -DPART=0 $SRC plain.o ./libplain.so ./libseen.so -Wl,-rpath,$PWD -o program $LINK
// report: 6 calls of strlen
// report: 5 of add_plain
// report: 4 of Square::area
// report: and 3 of twice were not seen
// kinds: flow
// graph:
//   tasks 5
//   1 -> 2 flow
//   2 -> 3 flow
//   3 -> 4 flow
//   4 -> 5 flow
#include <cstdio>
#include <cstdlib>
#include <cstring>
struct Shape {
  virtual int area(int i);
};
Shape *make_square();
extern "C" int add_plain(int *at, int value);
extern "C" int add_seen(int *at, int value);
#if PART == 1
struct Square : Shape {
  int area(int i) override { return i * i; }
};
int Shape::area(int i) { return i; }
Shape *make_square() {
  static Square square;
  return &square;
}
#elif PART == 2
extern "C" int add_plain(int *at, int value) { return *at += value; }
static int twice(int i) { return 2 * i; }
int (*chosen)(int) = twice;
#elif PART == 3
extern "C" int add_seen(int *at, int value) { return *at += value; }
#else
struct Circle : Shape {
  int sum = 0;
  __attribute__((noinline)) int area(int i) override { return sum += i; }
};
extern int (*chosen)(int);
static int add_here(int *at, int value) { return *at += value; }
int (*volatile add[])(int *, int) = {add_here, add_seen, add_plain};
size_t (*volatile length)(const char *) = strlen;
int (*volatile absolute)(int) = abs;
int total, other;
int main(int count, char **) {
  Circle circle;
  Shape *volatile shapes[] = {&circle, make_square()};
#pragma exg trace
  for (int i = 0; i < 5; i++)
#pragma exg task
  {
    add[0](&total, i);
    add[1](&total, i);
    add[2](&other, i);
    shapes[0]->area(i);
    if (i) shapes[1]->area(absolute(i));
    length("four");
    if (i == 2) length("five");
    if (i > 1) chosen(i);
  }
  add[2](&other, chosen(shapes[1]->area(1)));
  printf("%d %d %d %zu\n", total, other, circle.sum, length("seven"));
}
#endif
