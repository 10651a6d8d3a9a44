// The common interface of all schedulers, each of which has its own file, and their table.
#pragma once
#include "sim/machine.h"
#include "sim/schedule.h"
#include <span>
#include <string_view>

namespace unply {

struct ListOrder; // sim/schedulers/list_order.h

struct SchedulerOptions {
  Machine machine;     // ideal unless said
  uint64_t seed = 1;   // of victims for work stealing
  uint32_t chunk = 0;  // of loop schedules, 0: the runtime's default
  double limit_s = 10; // of the exact search
  // Of the same job graph, computed once for a sweep of hlfet over processors; null: computed by each run.
  const ListOrder* critical_path_order = nullptr;
};

struct Scheduler {
  std::string_view name;    // "hlfet", as on the command line
  std::string_view purpose; // one line
  bool greedy; // never leaves a processor idle while a task is ready: Graham's bound holds on the ideal machine
  Result<Schedule> (*run)(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options);
};

std::span<const Scheduler> schedulers();
const Scheduler* find_scheduler(std::string_view name); // null: unknown

} // namespace unply
