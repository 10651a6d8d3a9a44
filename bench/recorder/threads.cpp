// What recording costs outside of OpenMP, in CPU time of the process: threads.cpp WORKLOAD prints "seconds operations".
#include <cstdio>
#include <cstring>
#include <ctime>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <shared_mutex>
#include <tbb/global_control.h>
#include <tbb/task_group.h>
#include <unply/annotate.h>

static double seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

static long tasks;
static long fibonacci(int n) {
  if (n < 2) return n;
  long a = 0, b = 0;
  tbb::task_group group;
  ++tasks;
  group.run([&] { a = fibonacci(n - 1); });
  b = fibonacci(n - 2);
  group.wait();
  return a + b;
}

template <class Operation> static void measure(long count, Operation operation) {
  operation(0); // set up once
  double begun = seconds();
  for (long i = 0; i < count; ++i) operation(i);
  std::printf("%.9f %ld\n", seconds() - begun, count);
}

int main(int, char** argv) {
  constexpr long kMany = 2'000'000;
  auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  std::mutex mutex;
  std::shared_mutex shared;
  pthread_spinlock_t spin;
  sem_t semaphore;
  pthread_spin_init(&spin, 0);
  sem_init(&semaphore, 0, 0);
  if (is("mutex")) measure(kMany, [&](long) { mutex.lock(), mutex.unlock(); });
  if (is("shared")) measure(kMany, [&](long) { shared.lock_shared(), shared.unlock_shared(); });
  if (is("spin")) measure(kMany, [&](long) { pthread_spin_lock(&spin), pthread_spin_unlock(&spin); });
  if (is("semaphore")) measure(kMany, [&](long) { sem_post(&semaphore), sem_wait(&semaphore); });
  if (is("value")) measure(kMany, [](long i) { unply_value("iteration", i); });
  if (is("region")) measure(kMany, [](long) { unply::Region region("iteration"); });
  if (is("tbb")) {
    tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    double begun = seconds();
    fibonacci(23);
    std::printf("%.9f %ld\n", seconds() - begun, tasks);
  }
  if (is("create"))
    measure(2000, [](long) {
      pthread_t thread;
      pthread_create(&thread, nullptr, [](void* nothing) { return nothing; }, nullptr);
      pthread_join(thread, nullptr);
    });
}
