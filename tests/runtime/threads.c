// Where in the code a function runs tells whether it is the one with hooks or its copy: the thread that is followed has
// hooks, before and after it begins its first region, and others do not from then on.
#include <pthread.h>
#include <stdio.h>

static int data[64];

__attribute__((noinline)) void *step(int i) {
  void *here;
  __asm__ volatile("lea (%%rip), %0" : "=r"(here));
  data[i] += i;
  return here;
}

static void *in_thread(void *place) {
  *(void **)place = step(3);
  return NULL;
}

int main(void) {
  void *before = step(1), *inside = NULL, *other = NULL;
#pragma exg task
  inside = step(2);
  void *after = step(1);
  pthread_t thread;
  if (pthread_create(&thread, NULL, in_thread, &other) || pthread_join(thread, NULL)) return 2;
  printf("%s, %s, %s\n", inside == before ? "same" : "other", after == before ? "same" : "other",
         other == before ? "same" : "other");
}
