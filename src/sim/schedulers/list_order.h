// Tasks in the order of a priority, and the job graph renumbered into it: the input of list schedules on any number of
// processors, so that a sweep over them computes it once.
//
// Renumbered, the ready task of highest priority is the least number of a set, and tasks that run at about the same
// time lie together in memory.
#pragma once
#include "sim/job_graph.h"

namespace unply {

struct ListOrder {
  std::vector<uint32_t> task;       // of each rank
  std::vector<uint64_t> length;     // of each rank
  std::vector<uint32_t> waits_for;  // of each rank, how many predecessors
  std::vector<uint32_t> first;      // of each rank, in successors; one more at the end
  std::vector<uint32_t> successors; // ranks
  uint64_t work = 0, span = 0;

  uint32_t tasks() const { return static_cast<uint32_t>(task.size()); }
};

// HLFET: the heaviest path that begins with a task, longest first, ties by lower number.
ListOrder critical_path_order(const JobGraph& jobs);
// As the sequential program created them.
ListOrder creation_order(const JobGraph& jobs);

} // namespace unply
