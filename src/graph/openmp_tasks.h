// Converts the tasks of an OpenMP program that ran on one thread to an execution graph: it shows which parts could have
// run in parallel. A vertex is a part of a task, from one point at which others may begin or must have ended to the
// next: task creation, taskwait, end of a taskgroup, barrier, begin and end of parallel regions and worksharing
// constructs, taking and releasing a lock.
//
// Edges (OpenMP 5.2, chapters 12 and 15), of kind extension except those of depend clauses: from part to part of one
// task; from the creating part to the task's first; from a task's last part to the construct that waits for it: a
// taskwait for the children, the end of a taskgroup for descendants too, a barrier and the end of a region for all
// tasks of the region, the parent at once if the task is undeferred or its parent is final.
//
// On one thread a runtime does not cut worksharing loops into chunks. OpenMP nevertheless allows any iterations to run
// in parallel: a loop is cut into parts of equal time, which is an estimate and reported as such. Ordered loops,
// sections and workshare stay one part each.
#pragma once
#include "base/none.h"
#include "graph/depend_clauses.h"
#include "graph/part_graph.h"
#include "trace/event_file.h"
#include <memory>

namespace unply {

class OpenmpTasks {
public:
  explicit OpenmpTasks(Trace tables); // info, strings, sites and sources of the recording
  // Blocks of one thread after the other, each in the order of time. Fails if a second thread ran OpenMP.
  Result<void> add(const EventBlock& block);
  // The recording with its graph; fails if no thread ran OpenMP.
  Result<Trace> finish();

private:
  struct Event {
    uint64_t time_ns, a, b;
    uint32_t site;
    uint8_t kind;
  };
  struct Task {
    uint32_t site, region; // region: parallel region
    uint32_t group = 0;    // innermost taskgroup that it belongs to, 0: none
    uint8_t flags = 0;
    bool joined = false, waits_for_lock = false;
    uint32_t waiting = 0;                            // open waits
    uint32_t mutex = kNoUnitResource;                // of a mutexinoutset clause
    std::vector<uint32_t> children;                  // not joined
    std::unique_ptr<DependClauses> clauses;          // of its children
    std::vector<uint32_t> groups;                    // its own that are open
    std::vector<uint32_t> places;                    // its own, then the constructs that it is in
    std::vector<uint32_t> locks;                     // held, the outermost first
    uint64_t iterations = 0;                         // of the loop that it is in, if they may run in any order
    uint32_t before_loop = kNone, loop_part = kNone; // its parts
  };
  struct Region {
    uint64_t number;
    uint32_t encountering, site;
    uint32_t implicit;           // task, or kNone
    std::vector<uint32_t> tasks; // not joined
  };
  struct Created { // until its clauses are known
    bool any = false;
    uint64_t number = 0;
    uint32_t site = 0;
    uint8_t flags = 0;
    std::vector<DependClause> clauses;
  };

  void begin_thread(const EventBlock& block);
  void pass_time(uint64_t time_ns);
  void take(const Event& event);
  void take_region(const Event& event);
  void take_task(const Event& event);
  void take_wait(const Event& event);
  void take_lock(const Event& event);
  void begin_region(const Event& event);
  void begin_implicit(const Event& event);
  void end_implicit(const Event& event);
  void end_region(const Event& event);
  void take_construct(const Event& event);
  void end_construct();
  void cut_loop(uint32_t place, uint32_t pieces);
  void settle_created();
  void add_task();
  void wait_for_clauses();
  void switch_task(const Event& event);
  void acquire(const Event& event);
  void release(const Event& event);
  uint32_t new_task(uint32_t site, uint32_t region, const char* word, uint32_t creator, uint32_t mutex);
  uint32_t mutex_of(const Created& created);
  uint32_t split(uint32_t task); // begins its next part
  void join(std::vector<uint32_t>& tasks, uint32_t waiter, PartOrder order, uint32_t site);
  void add_clause_edges(const std::vector<DependPredecessor>& predecessors, uint32_t to_part, uint32_t site);
  uint32_t lock_of(uint8_t kind, uint64_t object);
  uint32_t region_of(uint64_t number) const; // innermost with this number, 0: none
  double event_ns();
  void note_what_is_missing(double event_ns);

  PartGraph graph_;
  std::vector<uint64_t> in_a_row_ns_; // between events that the recorder wrote one after the other
  uint8_t last_kind_ = kEventNone;
  uint32_t thread_ = kNone;
  bool openmp_ = false; // this thread ran some
  uint64_t last_ns_ = 0;
  uint32_t current_ = 0;           // task
  uint32_t stopped_ = 0;           // open preemptions and overheads
  std::vector<uint32_t> implicit_; // tasks that the thread is in, the initial one first
  std::vector<Task> tasks_;
  std::vector<Region> regions_;
  std::vector<std::vector<uint32_t>> groups_;
  std::unordered_map<uint64_t, uint32_t> task_of_; // by number
  Created created_;
  std::map<std::pair<uint8_t, uint64_t>, uint32_t> locks_;
  std::vector<bool> own_code_;    // by place: regions, for code outside their constructs
  std::vector<bool> whole_, cut_; // by place: worksharing constructs that are one part, or several
  uint64_t explicit_tasks_ = 0, whole_constructs_ = 0, cut_loops_ = 0, pieces_ = 0;
  uint64_t several_locks_ = 0, unknown_tasks_ = 0;
};

// The graph of a recording's OpenMP tasks; for other recordings it fails with a hint. name: of the file.
Result<Trace> read_openmp_tasks(const EventFile& file, const std::string& name);

} // namespace unply
