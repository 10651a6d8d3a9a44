// Many short threads at once.
#include <pthread.h>

static void* count(void* unused) {
  volatile long counted = 0;
  for (int i = 0; i < 200000; ++i) ++counted;
  return unused;
}

int main(void) {
  pthread_t threads[400];
  for (int i = 0; i < 400; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 400; ++i) pthread_join(threads[i], NULL);
}
