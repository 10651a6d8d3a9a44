// A shared object is unloaded, and loaded again at the same addresses: its variables are new ones. Likewise another
// object that takes its place.
// build: $CC $LEVEL -DOBJECT -fPIC -shared $SRC -o libstep.so
// build: cp libstep.so libother.so
// build: $CC $LEVEL $SRC -o program -ldl
// graph:
//   tasks 4
//   2 -> 3 flow own[]
#include <dlfcn.h>
#include <stdio.h>
#ifdef OBJECT
int own[65536] = {1};
int step(int i) {
#pragma exg task
  own[i + 1] = own[i] + 1;
  return own[i + 1];
}
#else
int main(void) {
  int results[4], at = 0;
  void *places[3];
  static const char *const names[] = {"./libstep.so", "./libstep.so", "./libother.so"};
#pragma exg trace
  for (int i = 0; i < 3; i++) {
    void *object = dlopen(names[i], RTLD_NOW);
    if (!object) return puts(dlerror()), 1;
    int (*step)(int) = (int (*)(int))dlsym(object, "step");
    places[i] = (void *)step;
    results[at++] = step(0);
    if (i == 1) results[at++] = step(1);
    dlclose(object);
  }
  if (places[0] != places[1] || places[0] != places[2]) puts("other addresses");
  printf("%d %d %d %d\n", results[0], results[1], results[2], results[3]);
}
#endif
