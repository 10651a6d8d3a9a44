// Local variables of a coroutine carry values from the task that suspends it to the one that resumes it.
// build: $CC $LEVEL $FLAGS -std=c++20 $SRC -o program
// kinds: flow
// graph:
//   tasks 4
//   1 -> 2 flow
//   1 -> 3 flow
//   1 -> 4 flow
//   2 -> 3 flow
//   3 -> 4 flow
#include <coroutine>
#include <cstdio>
struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Generator count(int first) {
  int sum = first;
  for (int i = 1;; i++) {
    sum += i;
    co_yield sum;
  }
}
int main() {
  Generator g;
#pragma exg trace
  {
#pragma exg task
    g = count(3);
    for (int k = 0; k < 3; k++) {
#pragma exg task
      g.handle.resume();
    }
  }
  std::printf("%d\n", g.handle.promise().value);
  g.handle.destroy();
}
