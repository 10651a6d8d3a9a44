// The constructs of OpenMP as far as they do not depend on which thread ran them or when: how often each one was met at
// its place, iterations, and as a multiset the tasks with those that they depend on. This is what a run of several
// threads has in common with the program, which is that of one.
//
// Each thread of a team meets a worksharing loop: it counts where thread 0 of the team does. So do constructs that
// threads run for themselves; what stands in a single, a master or an iteration counts on any thread. Barriers,
// taskwaits and critical sections are left out, because each thread has its own. Dependences are those of the clauses
// between tasks that one task, single or master makes; which tasks of a loop's iterations have the same maker depends
// on the threads.
#pragma once
#include "stg/agreement/construct_difference.h"
#include "stg/run/task_log.h"

namespace unply::stg {

class TeamConstructs {
public:
  struct Line {
    uint64_t count = 0;
    int64_t iterations = 0;
  };
  struct Task {
    std::string place = {};
    std::vector<std::string> behind = {}; // places of the tasks that it depends on, sorted
    auto operator<=>(const Task&) const = default;
  };
  using Maker = uint64_t; // of tasks; 0: one that is not compared
  Maker new_maker() { return ++makers_; }
  void add(Call call, const std::string& place, int64_t iterations);
  void add_task(const std::string& place, Maker maker, const std::vector<Depend>& depends);

  ConstructCounts counts() const;
  // Of the program, against the run. A run without debug information is compared by kinds alone.
  std::optional<ConstructDifference> difference(const TeamConstructs& run) const;

private:
  struct Made { // by one maker
    TaskLog log = {};
    std::vector<std::string> places = {};
  };
  uint64_t makers_ = 0;
  std::map<Maker, Made> made_;
  std::map<std::pair<Call, std::string>, Line> lines_;
  std::map<Task, uint64_t> tasks_;

  TeamConstructs without_places() const;
  bool lacks_places() const;
};

// From the steps of the program.
class ProgramTeams {
public:
  explicit ProgramTeams(const Program& program) : program_(program) {}
  void take(const Step& step);
  const TeamConstructs& constructs() const { return constructs_; }

private:
  const Program& program_;
  TeamConstructs constructs_;
  std::vector<TeamConstructs::Maker> open_; // of each open construct
  TeamConstructs::Maker outside_ = constructs_.new_maker();
};

struct OpenmpEvent { // of a recording
  uint64_t time_ns = 0, a = 0, b = 0;
  uint32_t thread = 0, site = 0;
  uint8_t kind = 0;
};
// The events of all threads of a process, in the order of each thread. sites: "x.c:12", "?".
TeamConstructs recorded_teams(std::vector<OpenmpEvent> events, const std::vector<std::string>& sites);

} // namespace unply::stg
