// The tasks of OpenMP in one process of a run: which instance waits for which. A task waits for the last one before it
// that wrote a location of its depend clauses and, where it writes the location, for those that have read it since
// (OpenMP 5.2, section 15.9.5); a taskwait for the tasks of its own task, or those that its depend clauses name; the
// end of a taskgroup for those made inside, a barrier for those of its parallel region.
#pragma once
#include "stg/run/rank_machine.h"
#include <map>
#include <set>

namespace unply::stg {

using TaskPlace = std::pair<uint32_t, uint32_t>; // procedure, operation

class TaskLog {
public:
  // An operation of OpenMP. Returns the numbers of the tasks that a task, or a taskwait with depend clauses, waits for.
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
  // Accesses of one kind need not wait for each other, but for kAlone. The numbers are those of Role::depend_kind.
  enum Access : uint8_t { kNothing = 0, kIn = 1, kAlone = 3, kMutexinoutset = 4, kInoutset = 8 };
  struct Last { // at one location
    Access access = kNothing;
    std::vector<uint64_t> last = {}, before = {}; // instances; before: those that `last` wait for
  };
  enum class Kind : uint8_t { depend, taskwait, taskgroup, barrier };
  using Location = std::tuple<Kind, uint64_t, uint64_t>; // its kind, the maker's instance, the address
  using Uses = std::map<Location, Access>;
  std::vector<Instance> instances_ = {{}}; // 0: none
  std::vector<Open> open_;
  std::map<Location, Last> locations_;
  std::map<uint64_t, uint64_t> all_memory_; // by maker: the last task that depends on all memory
  uint64_t tasks_ = 0;

  uint64_t maker(bool parallel) const; // its instance; `parallel`: the innermost parallel region
  uint64_t taskgroup() const;          // the innermost open one's instance, 0: none
  Uses uses_of(const Step& step);
  Last& at(const Location& location);
  std::vector<uint64_t> use(uint64_t instance, const Uses& uses, bool only_asks);
  void end_construct();
};

} // namespace unply::stg
