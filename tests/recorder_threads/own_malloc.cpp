// A program with a malloc of its own that takes a mutex: also while the recorder is being set up.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <future>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
alignas(16) static char pool[64 << 20];
static size_t used;

extern "C" void* malloc(size_t bytes) {
  pthread_mutex_lock(&mutex);
  char* block = pool + used + 16;
  std::memcpy(block - 16, &bytes, sizeof bytes);
  used = (used + 16 + bytes + 15) & ~size_t{15};
  pthread_mutex_unlock(&mutex);
  return block;
}
extern "C" void free(void*) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}
extern "C" void* calloc(size_t count, size_t bytes) { return malloc(count * bytes); } // the pool is zero
extern "C" void* realloc(void* before, size_t bytes) {
  void* block = malloc(bytes);
  size_t old = 0;
  if (before) std::memcpy(&old, static_cast<char*>(before) - 16, sizeof old);
  if (old) std::memcpy(block, before, std::min(old, bytes));
  return block;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      std::vector<std::string> texts;
      for (size_t k = 0; k < 500; ++k) texts.emplace_back(k % 100, 'x');
    });
  for (std::thread& thread : threads) thread.join();
  std::puts(std::async(std::launch::async, [] { return std::string("done"); }).get().c_str());
}
