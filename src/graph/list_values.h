// A value of each list of edges (EdgeColumns::list_first) that is the same for all vertices of an execution which use
// the list: its latest finish, say. It is computed at the first use, when all that its edges lead from is known, so
// that a pass over 10^9 edges of 30,000 tasks that wait for the same ones visits each row once.
#pragma once
#include "graph/execution_graph.h"

namespace unply {

template <class Value> class ListValues {
public:
  explicit ListValues(const ExecutionGraph& graph) : graph_(graph), known_(graph.lists()) {}

  // compute(row, value) is called for each row of the list that leads from the execution of `to`.
  template <class Compute> const Value& of(uint32_t list, uint32_t to, Compute compute) {
    const uint32_t execution = graph_.execution_of(to);
    Known& known = known_[list];
    if (known.execution == execution) return known.value;
    known = {execution, Value()};
    for (uint32_t row : graph_.rows_of(list))
      if (graph_.within_one_execution(row, to)) compute(row, known.value);
    return known.value;
  }

private:
  struct Known {
    uint32_t execution = 0xffffffff; // the last one that was asked for
    Value value = {};
  };
  const ExecutionGraph& graph_;
  std::vector<Known> known_;
};

} // namespace unply
