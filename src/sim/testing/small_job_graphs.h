// The five graphs on which every scheduler's makespan is known, and random ones. For unit tests.
#pragma once
#include "analysis/testing/sample_dags.h"
#include "sim/job_graph.h"

namespace unply {

inline JobGraph job_graph_with(Dag dag, std::vector<uint64_t> lengths) {
  JobGraph jobs;
  jobs.dag = std::move(dag);
  jobs.length = std::move(lengths);
  jobs.id.resize(jobs.tasks());
  std::iota(jobs.id.begin(), jobs.id.end(), 0);
  jobs.region.assign(jobs.tasks(), 0);
  jobs.region_names = {"loop"};
  jobs.unit = "units";
  REQUIRE(check_job_graph(jobs));
  return jobs;
}

inline JobGraph job_graph_with(std::vector<uint64_t> lengths, const std::vector<DagEdge>& edges) {
  return job_graph_with(checked_dag(static_cast<uint32_t>(lengths.size()), edges), lengths);
}

// Figure 1 of idra-ideal-speedups-1994 with lengths: main is a, c & b, g; c is d & e & f.
inline JobGraph small_graph_a() {
  return job_graph_with({2, 1, 3, 4, 2, 1, 6, 1, 2},
                        {{0, 1}, {0, 6}, {1, 2}, {1, 3}, {1, 4}, {2, 5}, {3, 5}, {4, 5}, {5, 7}, {6, 7}, {7, 8}});
}
// A fork of 3, 3, 2, 2, 2: the longest first is not the best.
inline JobGraph small_graph_b() {
  return job_graph_with({0, 3, 3, 2, 2, 2, 0},
                        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}});
}
// Graham's anomalies.
inline JobGraph small_graph_c() {
  return job_graph_with({3, 2, 2, 2, 4, 4, 4, 4, 9}, {{0, 8}, {3, 4}, {3, 5}, {3, 6}, {3, 7}});
}
// A chain of short tasks, each with a long one behind it.
inline JobGraph small_graph_d() {
  return job_graph_with({1, 1, 1, 1, 4, 4, 4, 4}, {{0, 1}, {1, 2}, {2, 3}, {3, 7}, {0, 4}, {1, 5}, {2, 6}});
}
// On three processors only a schedule that idles on purpose is optimal.
inline JobGraph small_graph_e() { return job_graph_with({2, 2, 1, 3, 3}, {{2, 3}, {2, 4}}); }

// Every `zero`-th task has no length.
inline JobGraph random_job_graph(uint32_t tasks, uint32_t edges, uint32_t zero, std::mt19937& random) {
  Dag dag = random_dag(tasks, edges, random);
  std::vector<uint64_t> lengths(tasks);
  for (uint64_t& length : lengths) length = random() % zero == 0 ? 0 : 1 + random() % 20;
  return job_graph_with(std::move(dag), std::move(lengths));
}

} // namespace unply
