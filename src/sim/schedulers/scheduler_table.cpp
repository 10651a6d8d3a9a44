#include "sim/schedulers/all_schedulers.h"
#include <algorithm>

namespace unply {

namespace {
constexpr Scheduler kSchedulers[] = {
    {"hlfet", "list schedule, longest remaining path first", true, schedule_hlfet},
    {"fifo", "list schedule in program order", true, schedule_fifo},
    {"subsets", "level by level, first free processor (the paper's near-optimal one)", false, schedule_subsets},
    {"subsets+", "subsets, longest remaining path first in each level, best fit", false, schedule_subsets_plus},
    {"andp", "own stack first, else from the processor that is free first (&-Prolog)", false, schedule_andp},
    {"andp-fifo", "andp with queues instead of stacks", false, schedule_andp_fifo},
    {"steal", "random work stealing: own newest task, else another's oldest", true, schedule_steal},
    {"static", "OpenMP loops, schedule(static)", false, schedule_static},
    {"dynamic", "OpenMP loops, schedule(dynamic) of libomp, which steals from blocks", false, schedule_dynamic},
    {"dynamic-gomp", "OpenMP loops, schedule(dynamic) of libgomp, or monotonic", false, schedule_dynamic_gomp},
    {"guided", "OpenMP loops, schedule(guided) of libomp", false, schedule_guided},
    {"guided-gomp", "OpenMP loops, schedule(guided) of libgomp", false, schedule_guided_gomp},
    {"best", "best of many list schedules, on small graphs searched further", false, schedule_best},
    {"exact", "the optimum by branch and bound, for graphs of up to 512 tasks", false, schedule_exact},
};
} // namespace

std::span<const Scheduler> schedulers() { return kSchedulers; }

const Scheduler* find_scheduler(std::string_view name) {
  auto found = std::ranges::find(kSchedulers, name, &Scheduler::name);
  return found == std::end(kSchedulers) ? nullptr : found;
}

} // namespace unply
