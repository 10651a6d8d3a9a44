// See openmp_order.h. Tasks run where they are made, so that an end is known before anything waits for it.
#include "stg/export/openmp_order.h"
#include <utility>

namespace unply::stg {

// Of the parallel region, or of the task in it.
OpenmpOrder::Open& OpenmpOrder::innermost(bool task) {
  size_t i = open_.size() - 1;
  while (i > 0 && open_[i].call != Call::omp_parallel && !(task && open_[i].call == Call::omp_task)) --i;
  return open_[i];
}

OpenmpOrder::Turn OpenmpOrder::join(std::vector<uint64_t>& tasks, Place last) {
  Turn turn{.behind = {}, .go_on = last};
  for (const uint64_t task : std::exchange(tasks, {})) {
    if (joined_[task]) continue;
    joined_[task] = true;
    if (ends_[task].vertex != 0 && ends_[task].vertex != last.vertex) turn.behind.push_back(ends_[task]);
  }
  if (!turn.behind.empty()) turn.behind.push_back(last);
  return turn;
}

OpenmpOrder::Turn OpenmpOrder::begin_task(const std::vector<uint64_t>& depends, Place last, bool undeferred) {
  const uint64_t task = log_.tasks();
  ends_.resize(task + 1), joined_.resize(task + 1, false);
  Turn turn{.behind = {}, .go_on = last};
  for (const uint64_t before : depends)
    if (ends_[before].vertex != 0 && ends_[before].vertex != last.vertex) turn.behind.push_back(ends_[before]);
  if (!turn.behind.empty()) turn.behind.push_back(last);
  open_.push_back({.call = Call::omp_task, .task = task, .undeferred = undeferred, .made = last});
  return turn;
}

OpenmpOrder::Turn OpenmpOrder::end(Place last) {
  if (open_.size() < 2) return {.behind = {}, .go_on = last};
  Open ended = std::move(open_.back());
  open_.pop_back();
  if (ended.call == Call::omp_parallel || ended.call == Call::omp_taskgroup) return join(ended.tasks, last);
  if (ended.call != Call::omp_task) return {.behind = {}, .go_on = last};
  ends_[ended.task] = last;
  if (ended.undeferred) {
    joined_[ended.task] = true;
    return {.behind = {}, .go_on = last};
  }
  innermost(true).children.push_back(ended.task);
  innermost(false).tasks.push_back(ended.task);
  for (size_t i = open_.size() - 1; i > 0 && open_[i].call != Call::omp_parallel; --i)
    if (open_[i].call == Call::omp_taskgroup) {
      open_[i].tasks.push_back(ended.task);
      break;
    }
  return {.behind = {}, .go_on = ended.made};
}

OpenmpOrder::Turn OpenmpOrder::take(const Step& step, Place last, bool undeferred) {
  const std::vector<uint64_t> depends = log_.add(step);
  switch (step.call) {
  case Call::omp_end:
    return end(last);
  case Call::omp_task:
    return begin_task(depends, last, undeferred);
  case Call::omp_barrier:
    return join(innermost(false).tasks, last);
  case Call::omp_taskwait: {
    std::vector<uint64_t> named = depends;
    return join(step.depends.empty() ? innermost(true).children : named, last);
  }
  default:
    if (opens_construct(step.call)) open_.push_back({.call = step.call});
    return {.behind = {}, .go_on = last};
  }
}

} // namespace unply::stg
