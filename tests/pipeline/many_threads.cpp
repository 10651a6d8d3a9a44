// Threads that hammer the same instrumented code: safe, and the results stay.
// flags: -pthread
// kinds: none
// repeatable: no
// graph:
//   tasks 20
// report: thread
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
std::atomic<long> total;
long a[4096];
static void work(int seed) {
  for (int r = 0; r < 50; r++)
#pragma exg task
  {
    std::vector<long> mine(64, seed);
    for (long v : mine) total += v;
  }
}
int main() {
#pragma exg trace
  for (int t = 0; t < 20; t++)
#pragma exg task
  {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) threads.emplace_back(work, i);
    for (int i = 0; i < 4096; i++) a[i] += t;
    for (std::thread& thread : threads) thread.join();
  }
  printf("%ld %ld\n", total.load(), a[100]);
}
