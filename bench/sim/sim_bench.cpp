// What simulation costs on 10 million tasks and 30 million edges: work and span, one HLFET schedule on P processors, a
// sweep of 30 values of P, beside a plain priority queue and SimGrid. Every makespan of a peer is compared with ours.
#include "peers.h"
#include "sim/bounds/parallelism.h"
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/list_schedule.h"
#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <random>
#include <sys/resource.h>

using namespace unply;

namespace {

[[noreturn]] void stop(const std::string& what) {
  fmt::print("sim_bench: {}\n", what);
  std::exit(1);
}

// Each task has three successors, between half a window and one and a half windows ahead; lengths 1 to 1000.
JobGraph random_graph(uint32_t tasks, uint32_t window) {
  std::mt19937_64 random(1);
  std::vector<DagEdge> edges;
  edges.reserve(size_t{tasks} * 3);
  JobGraph jobs;
  for (uint32_t v = 0; v < tasks; ++v) {
    jobs.length.push_back(1 + random() % 1000);
    for (int i = 0; i < 3; ++i)
      if (uint64_t w = v + std::max(1u, window / 2) + random() % window; w < tasks)
        edges.push_back({v, static_cast<uint32_t>(w)});
  }
  auto dag = Dag::from_edges(tasks, edges);
  if (!dag) stop(dag.error().what);
  jobs.dag = std::move(*dag);
  jobs.length.shrink_to_fit();
  jobs.id.resize(tasks);
  for (uint32_t v = 0; v < tasks; ++v) jobs.id[v] = v;
  jobs.region.assign(tasks, 0);
  jobs.region_names = {"loop"};
  return jobs;
}

// Of this thread: the table shall not depend on other programs on the machine.
template <class Work> double cpu_seconds_of(Work work) {
  auto now = [] {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  double begin = now();
  work();
  return now() - begin;
}

double peak_mib() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// 1 to 8, then in equal ratios to 1024.
std::vector<uint32_t> thirty_processors() {
  std::vector<uint32_t> processors;
  for (uint32_t p = 1; p <= 8; ++p) processors.push_back(p);
  for (int i = 1; i <= 22; ++i) processors.push_back(static_cast<uint32_t>(std::lround(8 * std::pow(128.0, i / 22.0))));
  return processors;
}

void print_schedules(const JobGraph& jobs, const ListOrder& order) {
  SchedulerOptions shared;
  shared.critical_path_order = &order;
  fmt::print("\n{:>6}{:>12}{:>12}{:>12}{:>12}\n", "P", "makespan s", "Mtask/s", "schedule s", "Mtask/s");
  for (uint32_t p : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 256u, 1024u}) {
    uint64_t makespan = 0;
    double only = cpu_seconds_of([&] {
      auto swept = sweep_makespans(order, std::span(&p, 1), 1);
      if (!swept) stop(swept.error().what);
      makespan = swept->front();
    });
    double whole = cpu_seconds_of([&] {
      auto schedule = schedule_hlfet(jobs, p, shared);
      if (!schedule || schedule->makespan != makespan) stop("a schedule and its makespan differ");
    });
    double tasks = jobs.tasks() / 1e6;
    fmt::print("{:>6}{:>12.3f}{:>12.1f}{:>12.3f}{:>12.1f}\n", p, only, tasks / only, whole, tasks / whole);
    std::fflush(stdout);
  }
}

void print_sweep(const ListOrder& order) {
  std::vector<uint32_t> processors = thirty_processors();
  for (uint32_t threads : {1u, 2u}) {
    auto begin = std::chrono::steady_clock::now();
    std::clock_t cpu_begin = std::clock(); // of all threads
    if (auto swept = sweep_makespans(order, processors, threads); !swept) stop(swept.error().what);
    double cpu = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
    std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    fmt::print("sweep of {} values of P to {}, {} thread{}   {:.2f} s of each thread, wall clock {:.2f} s\n",
               processors.size(), processors.back(), threads, threads == 1 ? " " : "s", cpu / threads, wall.count());
  }
}

void print_peers(const JobGraph& jobs, const JobGraph& few, std::span<const uint32_t> some) {
  std::vector<uint64_t> tail = tails_of(jobs), few_tail = tails_of(few);
  fmt::print("\n{:>6}{:>12}{:>12}{:>10}   SimGrid, {} tasks\n", "P", "plain s", "Mtask/s", "ours", few.tasks());
  ListOrder order = critical_path_order(jobs), few_order = critical_path_order(few);
  for (uint32_t p : some) {
    uint64_t found = 0;
    auto ours = [&](const ListOrder& list) {
      auto swept = sweep_makespans(list, std::span(&p, 1), 1);
      return swept ? swept->front() : 0;
    };
    uint64_t expected = 0;
    double fast = cpu_seconds_of([&] { expected = ours(order); });
    double plain = cpu_seconds_of([&] { found = naive_hlfet(jobs, tail, p); });
    if (found != expected) stop(fmt::format("P = {}: {}, the plain queue has {}", p, expected, found));
    fmt::print("{:>6}{:>12.3f}{:>12.1f}{:>9.1f}x   ", p, plain, jobs.tasks() / plain / 1e6, plain / fast);
    std::fflush(stdout);
    std::optional<uint64_t> peer;
    double slow = p != some.front() ? 0 : cpu_seconds_of([&] { peer = simgrid_hlfet(few, few_tail, p); });
    if (p != some.front())
      fmt::print("\n");
    else if (!peer)
      fmt::print("not installed\n");
    else
      fmt::print("{:.3f} Mtask/s, {}\n", few.tasks() / slow / 1e6,
                 *peer == ours(few_order) ? "same makespan"
                                          : fmt::format("makespan {}, ours {}", *peer, ours(few_order)));
  }
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app{"What simulation costs"};
  uint32_t tasks = 10'000'000, window = 20'000, few = 10'000;
  app.add_option("--tasks", tasks, "Tasks of the graph; three times as many edges");
  app.add_option("--window", window, "How far ahead edges lead; 5000000: most memory accesses miss");
  app.add_option("--few", few, "Tasks of the graph for SimGrid");
  CLI11_PARSE(app, argc, argv);
  if (window == 0) stop("--window 0, expected at least 1");
  JobGraph jobs = random_graph(tasks, window);
  fmt::print("{} tasks, {} edges, window {}; CPU seconds of one thread\n", jobs.tasks(), jobs.dag.edges(), window);
  Parallelism whole;
  double pass = cpu_seconds_of([&] { whole = find_work_and_span(jobs); });
  fmt::print("work and span                                        {:.3f} s, parallelism {:.0f}\n", pass,
             whole.maximum_speedup());
  whole = {};
  {
    ListOrder order;
    double once = cpu_seconds_of([&] { order = critical_path_order(jobs); });
    fmt::print("order and renumbered graph, once for all P           {:.3f} s\n", once);
    print_sweep(order);
    print_schedules(jobs, order);
    fmt::print("peak memory {:.0f} MiB\n", peak_mib());
  }
  const uint32_t some[] = {16, 1024};
  print_peers(jobs, random_graph(few, std::max(1u, few / 10)), some);
  return 0;
}
