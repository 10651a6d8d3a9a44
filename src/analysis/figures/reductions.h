// Variables with flow dependences because tasks update them: x = x + e and similar. A reduction, which keeps a partial
// result for each task and combines them at the end, has none of these dependences.
#pragma once
#include "analysis/figures/hot_dependences.h"
#include <string>

namespace unply {

struct UpdatedVariable {
  std::string name;
  Update operation;
  bool only;          // tasks do nothing else with it, as the compiler knows; else as far as dependences show
  uint32_t site = 0;  // where most of it is updated
  uint64_t edges = 0; // flow dependences
  bool operator==(const UpdatedVariable&) const = default;
};

struct Reductions {
  std::vector<UpdatedVariable> variables; // those of most edges first
  uint64_t levels = 0;                    // of all executions, one after the other, with all of them as reductions
  bool independent = false;               // no dependence is left then
};

// hot: of these executions. A variable counts if all flow dependences through its name are from update to update by
// one operation.
Reductions find_reductions(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                           const std::vector<HotDependence>& hot, KindSet kinds);

} // namespace unply
