// Which constructs of OpenMP are open at each block of a procedure.
#pragma once
#include "sets/walk.h"

namespace unply::sets {

using Constructs = std::vector<ValueId>; // operations that open one, outer ones first

void apply(const Procedure& procedure, ValueId operation, Constructs& open);
NodeKind kind_of(Call call);

class OpenConstructs {
public:
  void add(const Frame& frame);
  const Constructs& at(const Frame& frame, BlockId block) const { return at_entry_.at(&frame)[block]; }

private:
  std::map<const Frame*, std::vector<Constructs>> at_entry_;
};

// The parallel region whose threads all run the node; null: one thread does, or there is no team.
const Node* run_by_each_thread(const Graph& graph, const Node& node);
// The task or parallel region that makes the node's tasks: they depend on each other only within one. kNoNode: none.
uint32_t maker_of(const Graph& graph, uint32_t node);

} // namespace unply::sets
