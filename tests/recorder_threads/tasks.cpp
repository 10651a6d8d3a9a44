// Tasks of oneTBB with counters of its own: how many the program handed over, and how many ran.
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_group.h>
#include <unply/annotate.h>

static std::atomic<long> handed_over, ran, waits;

static long fibonacci(int n) {
  if (n < 2) return n;
  long a = 0, b = 0;
  tbb::task_group group;
  ++handed_over;
  group.run([&] { // @run
    ++ran;
    a = fibonacci(n - 1);
  });
  b = fibonacci(n - 2);
  ++waits;
  group.wait(); // @wait
  return a + b;
}

// Shapes whose numbers of tasks the library chooses: only their results count.
static void others() {
  std::atomic<long> sum{0};
  tbb::parallel_for(0, 10000, [&](int i) { sum += i; });
  int caught = 0, next = 0;
  long piped = 0;
  for (int i = 0; i < 5; ++i) try {
      tbb::parallel_for(0, 100, [](int i) {
        if (i == 37) throw std::runtime_error("37");
      });
    } catch (const std::runtime_error&) {
      ++caught;
    }
  tbb::parallel_pipeline(4,
                         tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) {
                           if (next == 100) flow.stop();
                           return next++;
                         }) & tbb::make_filter<int, void>(tbb::filter_mode::serial_in_order, [&](int i) {
                           unply_event("second filter");
                           piped += i;
                         }));
  tbb::flow::graph graph;
  std::atomic<int> flowed{0};
  tbb::flow::function_node<int, int> first(graph, tbb::flow::unlimited, [&](int i) { return flowed += i, i; });
  tbb::flow::function_node<int, int> second(graph, 1, [&](int i) {
    unply_event("second node");
    return flowed += i, i;
  });
  tbb::flow::make_edge(first, second);
  for (int i = 0; i < 50; ++i) first.try_put(i);
  graph.wait_for_all();
  tbb::task_group group;
  for (int i = 0; i < 20; ++i) group.run([] {});
  group.cancel();
  group.wait();
  std::printf("%ld %d %ld %d\n", sum.load(), caught, piped, flowed.load());
}

int main(int argc, char**) {
  tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
  std::printf("%ld\n", fibonacci(15));
  std::printf("handed_over %ld\nran %ld\nwaits %ld\n", handed_over.load(), ran.load(), waits.load());
  if (argc > 1) others();
}
