// Which vertices of a dynamic task graph come before which in one rank that runs OpenMP: a task is behind its creation
// and the tasks that it depends on (stg/run/task_log.h); a taskwait is behind the children of its task, a barrier and
// the end of a parallel region behind the tasks of the region, the end of a taskgroup behind those made in it; what
// made a task goes on behind its creation. Internal to this folder.
#pragma once
#include "stg/run/task_log.h"

namespace unply::stg {

class OpenmpOrder {
public:
  struct Place { // a vertex with its site; vertex 0: none
    uint32_t vertex = 0, site = 0;
  };
  struct Turn {
    std::vector<Place> behind = {}; // of a vertex of the construct's own, which is then where the thread stands
    Place go_on = {};               // without one: where it stands
  };
  // A construct that the thread comes to; last: where it stands.
  Turn take(const Step& step, Place last, bool undeferred);

private:
  struct Open {
    Call call = Call::omp_parallel;
    uint64_t task = 0;                               // of a task: its number
    bool undeferred = false;                         // what made it goes on behind its end
    Place made = {};                                 // of a task: where its maker stood
    std::vector<uint64_t> children = {}, tasks = {}; // that a taskwait, or the construct's end and barriers, wait for
  };
  TaskLog log_;
  std::vector<Open> open_ = {{}};  // the program itself is like a region
  std::vector<Place> ends_ = {{}}; // by the tasks' numbers
  std::vector<bool> joined_ = {true};

  Open& innermost(bool task);
  Turn join(std::vector<uint64_t>& tasks, Place last);
  Turn begin_task(const std::vector<uint64_t>& depends, Place last, bool undeferred);
  Turn end(Place last);
};

} // namespace unply::stg
