// The measured program, in OpenMP. It does not include omp.h, which a compiler may lack although it links the runtime.
// A task's costs are separated by the thread that may run it. spawn and task: the other thread spins outside any
// scheduling point, so the creator runs all tasks itself, in taskwait. steal: the creator spins, so the other thread
// takes every task, at its barrier. Batches of 100 stay below the limits at which libomp (256 a thread) and libgomp (64
// times the threads) run tasks at once instead of queueing them.
#include "collect/calibration.h"

namespace unply {

const char* const kCalibrationProgram = R"(
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
extern "C" {
int omp_get_thread_num();
int omp_get_num_threads();
void omp_init_lock(void*);
void omp_set_lock(void*);
void omp_unset_lock(void*);
}
static const int kTasks = 100, kRounds = 50;
static double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}
static void work() { asm volatile("" ::: "memory"); }
static void report(const char* name, double ns) { std::printf("%s %.1f\n", name, ns); }

static void parallel_region(int threads) {
  double start = now();
  for (int i = 0; i < kRounds; ++i) {
#pragma omp parallel num_threads(threads)
    work();
  }
  report("fork", (now() - start) / kRounds);
}

static void barrier(int threads) {
#pragma omp parallel num_threads(threads)
  {
#pragma omp barrier
    double start = now();
    for (int i = 0; i < kRounds; ++i) {
#pragma omp barrier
    }
    if (omp_get_thread_num() == 0) report("barrier", (now() - start) / kRounds);
  }
}

static void lock() {
  alignas(64) static char memory[256];
  static bool ready = (omp_init_lock(memory), true);
  (void)ready;
  double start = now();
  for (int i = 0; i < kTasks; ++i) omp_set_lock(memory), work(), omp_unset_lock(memory);
  report("lock", (now() - start) / kTasks);
}

static void spawn_and_task() {
  alignas(64) static std::atomic<int> inside, done; // away from the stack that the creator works on
  inside = done = 0;
#pragma omp parallel num_threads(2)
  {
    inside.fetch_add(1);
    while (inside.load() < 2) {
    }
    if (omp_get_thread_num() == 1) {
      while (!done.load()) {
      }
    } else {
      double start = now();
      for (int i = 0; i < kTasks; ++i) {
#pragma omp task
        work();
      }
      double created = now();
#pragma omp taskwait
      double end = now();
      done.store(1);
      report("spawn", (created - start) / kTasks);
      report("task", (end - created) / kTasks);
    }
  }
}

static void steal() {
  alignas(64) static std::atomic<int> inside, created, done;
  inside = created = done = 0;
  alignas(64) static volatile int count;
  alignas(64) static double start;
  count = 0;
#pragma omp parallel num_threads(2)
  {
    inside.fetch_add(1);
    while (inside.load() < 2) {
    }
    if (omp_get_thread_num() == 1) {
      for (int i = 0; i < kTasks; ++i) {
#pragma omp task
        {
          count = count + 1;
          if (count == kTasks) report("steal", (now() - start) / kTasks), done.store(1);
        }
      }
      created.store(1);
      while (!done.load()) {
      }
    } else {
      while (!created.load()) {
      }
      start = now();
    }
  }
}

int main(int, char** argv) {
  int threads = std::atoi(argv[1]), repeats = std::atoi(argv[2]), team = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  team = omp_get_num_threads();
  if (team < threads) {
    std::printf("a team of %d threads, expected %d\n", team, threads);
    return 3;
  }
  for (int r = 0; r <= repeats; ++r) {
    if (r == 1) std::printf("begin 0\n");
    parallel_region(threads);
    barrier(threads);
    lock();
    spawn_and_task();
    steal();
  }
}
)";

} // namespace unply
