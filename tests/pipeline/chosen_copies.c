// What code outside of tasks copies or computes from what a task wrote has that task as its writer: each function is a
// chain of three, through a variable, a pointer, an element, a struct, a helper. The last two are maps: a sum and an
// index of the caller's own make no dependence between tasks.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:next --tasks fn:into --tasks fn:move --tasks fn:alone
// kinds: flow
// graph:
//   tasks 21
//   1 -> 2 flow y
//   2 -> 3 flow y
//   4 -> 5 flow *from
//   5 -> 6 flow *from
//   7 -> 8 flow *from
//   8 -> 9 flow *from
//   10 -> 11 flow p->a[]
//   11 -> 12 flow p->a[]
//   13 -> 14 flow value
//   14 -> 15 flow value
#include <stdio.h>
#include <string.h>
#define TASK __attribute__((noinline)) static
TASK int next(int x) { return x + 3; }
TASK void into(const int* from, int* to) { *to = *from + 1; }
TASK void alone(int* p, int k) { *p = k; }
struct Pair { int a[2]; };
TASK void move(struct Pair* p) { p->a[1] = p->a[0] * 3; }

__attribute__((noinline)) static int twice(int x) { return 2 * x; }

int main(void) {
  int x = 1, out = 1, in, elements[4] = {1}, copies[3], sum = 0, cells[6];
  struct Pair one = {{1, 2}}, other;
  for (int i = 0; i < 3; i++) {
    int y = x;
    x = next(y);
  }
  for (int i = 0; i < 3; i++) {
    in = 2 * out + i;
    into(&in, &out);
  }
  for (int i = 0; i < 3; i++) {
    copies[i] = twice(elements[i]);
    into(&copies[i], &elements[i + 1]);
  }
  for (int i = 0; i < 3; i++) {
    other = one;
    other.a[0] = other.a[1];
    move(&other);
    one = other;
  }
  int* head = &elements[0];
  for (int i = 0; i < 3; i++) {
    int value = *head;
    alone(head, value + 1);
  }
  for (int i = 0; i < 3; i++) {
    alone(&cells[i], i);
    sum += cells[i];
  }
  for (int i = 3; i < 6; i++) {
    alone(&cells[i], i);
    if (cells[i] > sum) sum = cells[i];
  }
  printf("%d %d %d %d %d\n", x, out, elements[3], one.a[1], sum);
}
