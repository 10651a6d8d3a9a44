// An instrumented shared object, loaded while a trace runs: its tasks and accesses belong to the same graph. Loaded a
// second time after dlclose its sites are known again.
// build: $CC $LEVEL -DOBJECT -fPIC -shared $SRC -o libstep.so
// build: $CC $LEVEL $SRC -o program -ldl
// graph:
//   tasks 4
//   1 -> 2 flow x[]
//   2 -> 3 flow x[]
//   3 -> 4 flow x[]
#include <dlfcn.h>
#include <stdio.h>
#ifdef OBJECT
void step(int *x) {
#pragma exg task
  x[1] = x[0] + 1;
}
#else
int x[8];
int main(void) {
#pragma exg trace
  {
#pragma exg task
    x[0] = 1;
    for (int i = 0; i < 2; i++) {
      void *object = dlopen("./libstep.so", RTLD_NOW);
      if (!object) return puts(dlerror()), 1;
      void (*step)(int *) = (void (*)(int *))dlsym(object, "step");
      step(x + i);
      dlclose(object);
    }
#pragma exg task
    x[5] = x[2];
  }
  printf("%d\n", x[5]);
}
#endif
