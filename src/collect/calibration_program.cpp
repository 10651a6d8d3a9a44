// The measured program, in OpenMP. It does not include omp.h, which a compiler may lack although it links the runtime.
// A task's costs are separated by the thread that may run it. spawn and task: the other thread spins outside any
// scheduling point, so the creator runs all tasks itself, in taskwait. steal: the creator spins, so the other thread
// takes every task, at its barrier. Batches of 100 stay below the limits at which libomp (256 a thread) and libgomp (64
// times the threads) run tasks at once instead of queueing them.
// fork_thread: by what a region of all threads takes longer than one of two, for each thread; the first region of a
// team is not measured, because the runtime makes the team in it. instruction: one line for each kernel of
// calibration_kernels.cpp, so that quartiles are those of the kernels.
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
static void report(const char* name, double ns) { std::printf("%s %.4f\n", name, ns); }

static double parallel_region(int threads) {
  double start = 0;
  for (int i = -1; i < kRounds; ++i) {
    if (i == 0) start = now();
#pragma omp parallel num_threads(threads)
    work();
  }
  return (now() - start) / kRounds;
}

static void parallel_regions(int threads) {
  double all = parallel_region(threads);
  report("fork", all);
  if (threads > 2) report("fork_thread", (all - parallel_region(2)) / (threads - 2));
}

static void wait_for_iteration() {
  const int iterations = 200;
  double start = now();
#pragma omp parallel for num_threads(2) ordered(1) schedule(static, 1)
  for (int i = 0; i < iterations; ++i) {
#pragma omp ordered depend(sink : i - 1)
    work();
#pragma omp ordered depend(source)
  }
  report("wait", (now() - start) / iterations);
}

static void instruction() {
  for (const auto& kernel : kKernels) {
    volatile double used = kernel.run(kSize); // fills the caches
    double start = now();
    used = kernel.run(kSize);
    report("instruction", (now() - start) / (kSize * kernel.work));
    (void)used;
  }
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
  fill();
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
    parallel_regions(threads);
    barrier(threads);
    lock();
    spawn_and_task();
    steal();
    wait_for_iteration();
    instruction();
  }
}
)";

} // namespace unply
