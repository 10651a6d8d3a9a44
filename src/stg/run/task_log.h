// The tasks of OpenMP in one process of a run: which instance waits for which. A task waits for the last one before it
// that wrote a location of its depend clauses and, where it writes the location, for those that have read it since;
// a taskwait for the tasks of its own task, a barrier for those of its parallel region.
#pragma once
#include "stg/run/rank_machine.h"
#include <map>
#include <set>

namespace unply::stg {

using TaskPlace = std::pair<uint32_t, uint32_t>; // procedure, operation

class TaskLog {
public:
  // An operation of OpenMP. Returns the numbers of the tasks that a task depends on.
  std::vector<uint64_t> add(const Step& step);
  uint64_t tasks() const { return tasks_; } // so far; the last one has this number
  // Pairs of instances: whether it is by their depend clauses, and both places.
  std::map<std::tuple<bool, TaskPlace, TaskPlace>, uint64_t> pairs;

private:
  struct Instance {
    TaskPlace place;
    uint64_t task = 0; // its number; UINT64_MAX: the tasks of a taskloop; 0: none
  };
  struct Open {
    uint64_t instance;
    Call call;
  };
  struct Last { // at one location
    uint64_t writer = 0;
    std::vector<uint64_t> readers = {};
  };
  enum class Kind : uint8_t { depend, taskwait, barrier };
  using Location = std::tuple<Kind, uint64_t, uint64_t>; // its kind, the maker's instance, the address
  struct Use {
    Location location;
    bool writes = false;
  };
  std::vector<Instance> instances_ = {{}}; // 0: none
  std::vector<Open> open_;
  std::map<Location, Last> locations_;
  uint64_t tasks_ = 0;

  uint64_t maker(bool parallel) const; // its instance; `parallel`: the innermost parallel region
  std::vector<uint64_t> use(uint64_t instance, const std::vector<Use>& uses);
};

} // namespace unply::stg
