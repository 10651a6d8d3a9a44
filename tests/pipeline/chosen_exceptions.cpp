// Exceptions leave chosen tasks, of a loop and of functions, for a handler outside of them: it is not part of the task.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:fail --tasks chosen_exceptions.cpp:20
// traces: 2
// report: 2 regions left by longjmp, an exception
// graph:
//   tasks 3
#include <cstdio>
#include <string>
int failures, out[2];
__attribute__((noinline)) static void raise(int i) {
  if (i >= 0) throw i;
}
__attribute__((noinline)) static void fail(int i) {
  raise(i);
  out[0] = i;
}
static void loop(int n) {
  std::string kept(40, 'a');
  for (int i = 0; i < n; i++) raise(i);
  out[1] = kept[0];
}
int main() {
  for (int i = 0; i < 2; i++)
    try {
      fail(i);
    } catch (int) {
      failures++;
    }
  try {
    loop(1);
  } catch (int) {
    failures++;
  }
  std::printf("%d\n", failures);
}
