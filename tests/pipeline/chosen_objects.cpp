// Class objects that chosen functions take and return by value: the caller's constructors and assignments hand them on,
// so there are no edges, and the report says so.
// build: $CC $LEVEL $TASKS $SRC -o program
// tasks: --tasks fn:add
// levels: -O0,-O2
// report: results of selected functions used by code outside tasks
// graph:
//   tasks 4
#include <cstdio>
#include <string>
__attribute__((noinline)) static std::string add(std::string t) { return t + "a long text that is on the heap"; }
int main() {
  std::string t;
  for (int i = 0; i < 4; i++) t = add(t);
  printf("%zu\n", t.size());
}
