// A library that was compiled without unply is unloaded, and loaded again at the same addresses: its variables are new
// ones. Likewise another library that takes its place.
// build: $PLAIN $LEVEL -DOBJECT -fPIC -shared $SRC -o libdata.so
// build: cp libdata.so libother.so
// build: $CC $LEVEL $SRC -o program -ldl
// graph:
//   tasks 4
//   2 -> 3 flow *data
//   2 -> 3 output *data
#include <dlfcn.h>
#include <stdio.h>
#ifdef OBJECT
int data[65536] = {1};
#else
int main(void) {
  int results[4], at = 0;
  void *places[3];
  static const char *const names[] = {"./libdata.so", "./libdata.so", "./libother.so"};
#pragma exg trace
  for (int i = 0; i < 3; i++) {
    void *object = dlopen(names[i], RTLD_NOW);
    if (!object) return puts(dlerror()), 1;
    int *data = dlsym(object, "data");
    places[i] = data;
    for (int k = 0; k < (i == 1 ? 2 : 1); k++) {
#pragma exg task
      results[at + k] = (*data)++;
    }
    at += i == 1 ? 2 : 1;
    dlclose(object);
  }
  if (places[0] != places[1] || places[0] != places[2]) puts("other addresses");
  printf("%d %d %d %d\n", results[0], results[1], results[2], results[3]);
}
#endif
