// The scheduler of &-Prolog (idra-ideal-speedups-1994, section 4.2.2): each processor has a stack of tasks that it made
// ready; the one that is free first takes the first task of its own stack, else the first of the stack of the processor
// that is free first among those that have any.
//
// Two corrections. A task becomes work of the processor that ends its last predecessor; the paper's "L_p = L_p and the
// successors" would put a JOIN on the stack of each predecessor, before the others end. It starts when the processor is
// free and it is ready; T_p + length alone would let an idle thief run a task before it exists. The order of the stack
// is not said: here children go in front in their order, so that the first child is taken first, by owner and thief
// alike. andp-fifo puts them behind.
//
// Not greedy: a thief may wait for the task of one stack while the task of another is ready.
#include "sim/schedulers/all_schedulers.h"
#include "sim/schedulers/processor_times.h"
#include "sim/schedulers/request.h"
#include <algorithm>
#include <deque>

namespace unply {

namespace {
class Andp {
public:
  Andp(const JobGraph& jobs, uint32_t processors, const Machine& machine, bool stack)
      : jobs_(jobs), machine_(machine), stack_(stack), opened_(processors > 1 ? machine.fork_ns : 0),
        schedule_(empty_schedule(jobs, processors)), lists_(useful_processors(jobs, processors)),
        free_(useful_processors(jobs, processors), opened_),
        with_work_(useful_processors(jobs, processors), ProcessorTimes::kNever), ready_(jobs.tasks(), opened_),
        waits_(jobs.tasks()), owner_(jobs.tasks()) {}

  Schedule run() {
    for (uint32_t v = 0; v < jobs_.tasks(); ++v) {
      waits_[v] = static_cast<uint32_t>(jobs_.dag.predecessors(v).size());
      if (waits_[v] == 0) lists_[0].push_back(v);
    }
    list_changed(0);
    while (with_work_.earliest_time() != ProcessorTimes::kNever) step();
    end_schedule(jobs_, schedule_);
    return std::move(schedule_);
  }

private:
  void step() {
    uint32_t p = free_.earliest(), q = lists_[p].empty() ? with_work_.earliest() : p;
    uint32_t v = lists_[q].front();
    lists_[q].pop_front();
    schedule_.processor[v] = p;
    schedule_.start[v] = std::max(free_[p], ready_[v]) + (p == q ? 0 : machine_.steal_ns) + machine_.task_ns;
    free_.set(p, end(v));
    list_changed(q);
    children_.clear();
    for (uint32_t w : jobs_.dag.successors(v))
      if (--waits_[w] == 0) children_.push_back(w);
    // Processors take turns by the time they are free, so v need not be the last predecessor to end.
    for (uint32_t w : children_) {
      uint32_t owner = p;
      for (uint32_t u : jobs_.dag.predecessors(w))
        if (end(u) > ready_[w] || (end(u) == ready_[w] && u == v)) ready_[w] = end(u), owner = schedule_.processor[u];
      free_.set(owner, free_[owner] + machine_.spawn_ns);
      ready_[w] = std::max(ready_[w], free_[owner]);
      owner_[w] = owner;
    }
    if (stack_) std::ranges::reverse(children_);
    for (uint32_t w : children_) {
      std::deque<uint32_t>& list = lists_[owner_[w]];
      list.insert(stack_ ? list.begin() : list.end(), w);
      list_changed(owner_[w]);
    }
    list_changed(p);
  }

  uint64_t end(uint32_t v) const { return schedule_.start[v] + jobs_.length[v]; }
  void list_changed(uint32_t p) { with_work_.set(p, lists_[p].empty() ? ProcessorTimes::kNever : free_[p]); }

  const JobGraph& jobs_;
  const Machine& machine_;
  bool stack_;
  uint64_t opened_;
  Schedule schedule_;
  std::vector<std::deque<uint32_t>> lists_;
  ProcessorTimes free_, with_work_; // with_work_: never where the list is empty
  std::vector<uint64_t> ready_;
  std::vector<uint32_t> waits_, owner_, children_;
};

Result<Schedule> run(const JobGraph& jobs, uint32_t processors, const Machine& machine, bool stack,
                     std::string_view name) {
  TRY(check_request(jobs, processors, machine));
  TRY(refuse_locks(jobs, name));
  return Andp(jobs, processors, machine, stack).run();
}
} // namespace

Result<Schedule> schedule_andp(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return run(jobs, processors, options.machine, true, "andp");
}

Result<Schedule> schedule_andp_fifo(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return run(jobs, processors, options.machine, false, "andp-fifo");
}

} // namespace unply
