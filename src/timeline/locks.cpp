// One row for each lock of each process.
#include "timeline/locks.h"
#include <functional>
#include <tuple>

namespace unply {

void LockCollector::take(const Construct& construct, uint32_t process) {
  bool wait = construct.kind == ConstructKind::lock_wait;
  if (!wait && construct.kind != ConstructKind::lock_hold) return;
  Row& row = rows_[{process, construct.object}];
  LockStatistics& figures = row.figures;
  figures.process = process, figures.object = construct.object, figures.kind = construct.detail;
  uint64_t time_ns = construct.end_ns - construct.begin_ns;
  if (figures.site == 0) figures.site = construct.site;
  if (wait) {
    ++figures.contended;
    figures.wait_ns += time_ns;
    figures.longest_wait_ns = std::max(figures.longest_wait_ns, time_ns);
    row.waits[construct.site] += time_ns;
  } else {
    figures.hold_ns.add(time_ns);
    figures.own_ns.add(time_ns - std::min(time_ns, construct.preempted_ns));
  }
}

std::vector<LockStatistics> LockCollector::finish() const {
  std::vector<LockStatistics> locks;
  for (const auto& [key, row] : rows_) {
    locks.push_back(row.figures);
    auto most = std::ranges::max_element(row.waits, {}, [](const auto& each) { return each.second; });
    if (most != row.waits.end() && most->first != 0) locks.back().site = most->first;
  }
  std::ranges::sort(locks, std::greater(), [](const LockStatistics& lock) {
    return std::tuple(lock.wait_ns, lock.hold_ns.sum, ~lock.process, ~lock.object);
  });
  return locks;
}

} // namespace unply
