// A container in a header: the dependence lies in its functions, the report says which line of the task calls them.
// kinds: none
// graph:
//   tasks 3
// report: reached by call_paths.cpp:33 -> add<double> (call_paths.cpp:26) -> push
// report: reached by call_paths.cpp:33 -> add<double> (call_paths.cpp:26) -> 1 more call -> room
#include <cstdio>

template <class T> struct Stack {
  T items[16];
  int size;
  int room() const {
    return 16 - size;
  }
  void push(T item) {
    // The check is what libraries do.
    if (room() > 0)
      items[size++] = item;
  }
};

Stack<double> all;

template <class T> void add(Stack<T>& stack, T item) {
  // Behind another call, as in many libraries.
  stack.push(item);
}

int main() {
#pragma exg trace
  for (int i = 0; i < 3; i++) {
#pragma exg task
    add(all, 1.5 * i);
  }
  std::printf("%d %g\n", all.size, all.items[2]);
}
