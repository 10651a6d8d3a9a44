// What `unply generalise` compares between recordings of different sizes, for each trace region of one recording.
#pragma once
#include "graph/execution_graph.h"
#include <optional>

namespace unply {

struct QuantityOptions {
  KindSet kinds = KindSet::after_renaming();
  bool classes = true;
  double classes_limit_s = 10; // for all graphs of one recording together
};

struct Count {
  std::string name;              // "tasks", "edges flow", "instances of heat.cpp:14"
  std::optional<uint64_t> value; // empty: given up
};

struct RegionQuantities {
  std::string key;           // the same for the same region in another recording
  std::string name;          // "heat.cpp:14", "tasks outside every trace region"
  std::string function;      // that contains it, or ""
  std::vector<Count> counts; // exact; the same names in the same order, but for the instances of task regions
  uint64_t work_ns = 0, span_ns = 0;
};

// Trace regions with tasks, in the order of trace_regions(). The figures have passed check_longest_paths.
Result<std::vector<RegionQuantities>> measure_regions(const ExecutionGraph& graph, const QuantityOptions& options);

} // namespace unply
