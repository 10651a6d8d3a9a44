#include "stg/run/task_log.h"

namespace unply::stg {

constexpr int64_t kAllMemory = 0x80; // of Role::depend_kind

uint64_t TaskLog::maker(bool parallel) const {
  for (size_t i = open_.size(); i-- > 0;) {
    const Call call = open_[i].call;
    if (call == Call::omp_parallel || (!parallel && (call == Call::omp_task || call == Call::omp_taskloop)))
      return open_[i].instance;
  }
  return 0;
}

uint64_t TaskLog::taskgroup() const {
  for (size_t i = open_.size(); i-- > 0 && open_[i].call != Call::omp_parallel;)
    if (open_[i].call == Call::omp_taskgroup) return open_[i].instance;
  return 0;
}

// What a location is when it is first named: behind a task that depends on all memory.
TaskLog::Last& TaskLog::at(const Location& location) {
  const auto [place, is_new] = locations_.try_emplace(location);
  const auto all =
      is_new && std::get<0>(location) == Kind::depend ? all_memory_.find(std::get<1>(location)) : all_memory_.end();
  if (all != all_memory_.end()) place->second = {.access = kAlone, .last = {all->second}};
  return place->second;
}

// What is used at once: an instance does not wait for itself.
std::vector<uint64_t> TaskLog::use(uint64_t instance, const Uses& uses, bool only_asks) {
  std::set<std::pair<bool, uint64_t>> waits;
  for (const auto& [location, access] : uses) {
    const bool by_clause = std::get<0>(location) == Kind::depend;
    const Last& here = at(location);
    const bool joins = access != kAlone && access == here.access;
    if (!joins)
      for (const uint64_t earlier : here.last) waits.insert({by_clause, earlier});
    if (joins || (access == kAlone && here.access == kIn))
      for (const uint64_t earlier : here.before) waits.insert({by_clause, earlier});
  }
  std::vector<uint64_t> depends;
  for (const auto& [by_clause, earlier] : waits)
    if (instances_[earlier].task || instances_[instance].task) {
      ++pairs[{by_clause, instances_[earlier].place, instances_[instance].place}];
      if (by_clause) depends.push_back(instances_[earlier].task);
    }
  if (only_asks) return depends;
  for (const auto& [location, access] : uses) {
    Last& here = at(location);
    if (access == kAlone || access != here.access)
      here = {.access = access, .last = {}, .before = std::move(here.last)};
    here.last.push_back(instance);
  }
  return depends;
}

TaskLog::Uses TaskLog::uses_of(const Step& step) {
  Uses uses;
  const uint64_t owner = maker(false);
  const auto add_use = [&](uint64_t address, Access access) {
    const auto [place, is_new] = uses.try_emplace({Kind::depend, owner, address}, access);
    if (!is_new && place->second != access) place->second = kAlone;
  };
  for (const Depend& depend : step.depends) {
    if ((depend.kind & kAllMemory) != 0) {
      const Location first{Kind::depend, owner, 0}, end{Kind::depend, owner + 1, 0};
      for (auto known = locations_.lower_bound(first); known != locations_.lower_bound(end); ++known)
        uses[known->first] = kAlone;
      uses[first] = kAlone; // no variable lies there: one such task waits for the other
    } else if (depend.kind == 2 || depend.kind == 3) {
      add_use(depend.address, kAlone);
    } else if (depend.kind == kIn || depend.kind == kMutexinoutset || depend.kind == kInoutset) {
      add_use(depend.address, Access(depend.kind));
    }
  }
  return uses;
}

void TaskLog::end_construct() {
  if (open_.empty()) return;
  const Open ended = open_.back();
  open_.pop_back();
  if (ended.call == Call::omp_taskgroup) use(ended.instance, {{{Kind::taskgroup, ended.instance, 0}, kAlone}}, false);
}

std::vector<uint64_t> TaskLog::add(const Step& step) {
  if (step.call == Call::omp_end) {
    end_construct();
    return {};
  }
  const bool is_task = step.call == Call::omp_task || step.call == Call::omp_taskloop;
  const uint64_t instance = instances_.size();
  instances_.push_back({{step.procedure, step.index},
                        step.call == Call::omp_task ? ++tasks_
                        : is_task                   ? UINT64_MAX
                                                    : 0});
  Uses uses = uses_of(step);
  const bool only_asks = step.call == Call::omp_taskwait && !step.depends.empty();
  const Access access = is_task ? kIn : kAlone;
  if (is_task || (step.call == Call::omp_taskwait && !only_asks)) uses[{Kind::taskwait, maker(false), 0}] = access;
  if (is_task || step.call == Call::omp_barrier) uses[{Kind::barrier, maker(true), 0}] = access;
  if (is_task && taskgroup() != 0) uses[{Kind::taskgroup, taskgroup(), 0}] = access;
  std::vector<uint64_t> depends = use(instance, uses, only_asks);
  for (const Depend& depend : step.depends)
    if (!only_asks && (depend.kind & kAllMemory) != 0) all_memory_[maker(false)] = instance;
  if (opens_construct(step.call)) open_.push_back({instance, step.call});
  return depends;
}

} // namespace unply::stg
