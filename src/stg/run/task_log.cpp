#include "stg/run/task_log.h"

namespace unply::stg {

uint64_t TaskLog::maker(bool parallel) const {
  for (size_t i = open_.size(); i-- > 0;) {
    const Call call = open_[i].call;
    if (call == Call::omp_parallel || (!parallel && (call == Call::omp_task || call == Call::omp_taskloop)))
      return open_[i].instance;
  }
  return 0;
}

// What is used at once: an instance does not wait for itself.
std::vector<uint64_t> TaskLog::use(uint64_t instance, const std::vector<Use>& uses) {
  std::set<std::pair<bool, uint64_t>> before;
  std::vector<uint64_t> depends;
  for (const Use& one : uses) {
    const Last& last = locations_[one.location];
    const bool by_clause = std::get<0>(one.location) == Kind::depend;
    if (last.writer) before.insert({by_clause, last.writer});
    if (one.writes)
      for (const uint64_t reader : last.readers) before.insert({by_clause, reader});
  }
  for (const auto& [by_clause, earlier] : before)
    if (instances_[earlier].task || instances_[instance].task) {
      ++pairs[{by_clause, instances_[earlier].place, instances_[instance].place}];
      if (by_clause) depends.push_back(instances_[earlier].task);
    }
  for (const Use& one : uses)
    if (one.writes) locations_[one.location] = {.writer = instance};
  for (const Use& one : uses)
    if (Last& last = locations_[one.location]; !one.writes && last.writer != instance) last.readers.push_back(instance);
  return depends;
}

std::vector<uint64_t> TaskLog::add(const Step& step) {
  if (step.call == Call::omp_end) {
    if (!open_.empty()) open_.pop_back();
    return {};
  }
  const bool is_task = step.call == Call::omp_task || step.call == Call::omp_taskloop;
  const uint64_t instance = instances_.size();
  instances_.push_back({{step.procedure, step.index},
                        step.call == Call::omp_task ? ++tasks_
                        : is_task                   ? UINT64_MAX
                                                    : 0});
  std::vector<Use> uses;
  for (const Depend& depend : step.depends)
    if (depend.kind >= 1 && depend.kind <= 3)
      uses.push_back({{Kind::depend, maker(false), depend.address}, depend.kind != 1});
  if (is_task || step.call == Call::omp_taskwait) uses.push_back({{Kind::taskwait, maker(false), 0}, !is_task});
  if (is_task || step.call == Call::omp_barrier) uses.push_back({{Kind::barrier, maker(true), 0}, !is_task});
  std::vector<uint64_t> depends = use(instance, uses);
  if (opens_construct(step.call)) open_.push_back({instance, step.call});
  return depends;
}

} // namespace unply::stg
