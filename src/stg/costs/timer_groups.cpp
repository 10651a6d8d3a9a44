#include "stg/costs/timer_groups.h"
#include <map>
#include <numeric>

namespace unply::stg {

TimerGroups::TimerGroups(const Program& program, const std::vector<std::string>& recorded) {
  std::vector<uint32_t> parent(program.timers.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](uint32_t timer) {
    while (parent[timer] != timer) timer = parent[timer] = parent[parent[timer]];
    return timer;
  };
  for (const Procedure& procedure : program.procedures)
    for (const Computation& computation : procedure.computations)
      for (const uint32_t timer : computation.timers) parent[root(timer)] = root(computation.timers.front());
  for (const Procedure& procedure : program.procedures)
    for (const Computation& computation : procedure.computations)
      computations_.push_back(computation.timers.empty() ? kNone : root(computation.timers.front()));
  std::map<std::string, uint32_t> groups;
  for (uint32_t timer = 0; timer < program.timers.size(); ++timer) groups[program.timers[timer]] = root(timer);
  for (const std::string& name : recorded) {
    const auto known = groups.find(name);
    recorded_.push_back(known == groups.end() ? kNone : known->second);
  }
}

std::set<uint32_t> TimerGroups::computations_of(uint32_t group) const {
  std::set<uint32_t> found;
  for (uint32_t i = 0; i < computations_.size(); ++i)
    if (computations_[i] == group) found.insert(i);
  return found;
}

} // namespace unply::stg
