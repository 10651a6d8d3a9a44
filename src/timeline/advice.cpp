// Waits at a barrier behind a loop count for the loop, waits for a lock for the lock; the rest by place.
#include "timeline/advice.h"
#include <tuple>

namespace unply {

// Where most of the waiting at barriers was that loops do not account for.
static uint32_t barrier_site(const RunStatistics& run) {
  uint64_t most_ns = 0;
  uint32_t site = 0;
  for (const WaitStatistics& row : run.waits) {
    if (row.activity != Activity::barrier) continue;
    uint64_t time_ns = row.time_ns;
    for (const LoopStatistics& loop : run.loops)
      if (loop.site == row.site) time_ns -= std::min(time_ns, loop.end_waits_ns.sum);
    if (time_ns > most_ns) most_ns = time_ns, site = row.site;
  }
  return site;
}

std::vector<Finding> find_lost_time(const RunStatistics& run) {
  std::vector<Finding> findings;
  auto add = [&](LostBy cause, uint64_t lost_ns, size_t index = 0, uint32_t site = 0) {
    if (lost_ns > 0) findings.push_back({.cause = cause, .lost_ns = lost_ns, .index = index, .site = site});
  };
  uint64_t barriers_ns = run.by_activity_ns[static_cast<size_t>(Activity::barrier)];
  uint64_t locks_ns = run.times.of(ProcState::wait_lock);
  for (size_t i = 0; i < run.loops.size(); ++i) { // no more than the states say: ends of waits may lie outside
    uint64_t lost_ns = std::min(run.loops[i].end_waits_ns.sum, barriers_ns);
    barriers_ns -= lost_ns;
    add(LostBy::loop_end, lost_ns, i, run.loops[i].site);
  }
  for (size_t i = 0; i < run.locks.size(); ++i) {
    uint64_t lost_ns = std::min(run.locks[i].wait_ns, locks_ns);
    locks_ns -= lost_ns;
    add(LostBy::lock, lost_ns, i, run.locks[i].site);
  }
  for (size_t i = 0; i < run.waits.size(); ++i) {
    const WaitStatistics& row = run.waits[i];
    if (row.activity == Activity::barrier) continue;
    if (row.state != ProcState::wait_lock) {
      add(LostBy::wait, row.time_ns, i, row.site);
    } else if (uint64_t lost_ns = std::min(row.time_ns, locks_ns)) { // of locks whose waits did not end
      locks_ns -= lost_ns;
      add(LostBy::wait, lost_ns, i, row.site);
    }
  }
  add(LostBy::barrier, barriers_ns, 0, barrier_site(run));
  add(LostBy::idle, run.idle_ns());
  add(LostBy::overhead, run.times.of(ProcState::overhead));
  add(LostBy::preempted, run.times.of(ProcState::preempted));
  add(LostBy::off_core, run.off_core_ns);
  std::ranges::sort(findings, std::greater(),
                    [](const Finding& each) { return std::tuple(each.lost_ns, each.cause, ~each.index); });
  return findings;
}

} // namespace unply
