#include "timeline/phase_statistics.h"
#include <functional>
#include <set>

namespace unply {

// A call inside another one is part of its time.
void PhaseStatisticsCollector::take(const Construct& construct, uint32_t process) {
  if (construct.kind != ConstructKind::phase) return;
  Row& row = rows_[{static_cast<Phase>(construct.detail), level_of_event(construct.object)}];
  uint64_t time_ns = construct.end_ns - construct.begin_ns;
  row.duration_ns.add(time_ns);
  row.bytes += construct.extra;
  auto& [of_process, sum_ns] = row.by_lane[construct.lane];
  of_process = process;
  if (construct.detail != kPhaseCall || construct.ordinal == 0) sum_ns += time_ns;
}

PhaseTimes PhaseStatisticsCollector::finish() const {
  PhaseTimes times;
  std::map<uint32_t, uint64_t> in_calls; // by lane, of all levels
  for (const auto& [key, row] : rows_) {
    PhaseStatistics figures{.phase = key.first, .level = key.second, .duration_ns = row.duration_ns};
    figures.bytes = row.bytes;
    figures.threads = static_cast<uint32_t>(row.by_lane.size());
    std::set<uint32_t> processes;
    for (const auto& [lane, of] : row.by_lane) {
      processes.insert(of.first);
      figures.sum_ns += of.second;
      if (of.second > figures.most_ns) figures.most_ns = of.second, figures.slowest_lane = lane;
      if (key.first == Phase::call) times.call_ns = std::max(times.call_ns, in_calls[lane] += of.second);
    }
    figures.processes = static_cast<uint32_t>(processes.size());
    times.rows.push_back(figures);
  }
  std::ranges::sort(times.rows, std::less(), [](const PhaseStatistics& row) {
    return std::tuple(row.phase != Phase::call, ~row.most_ns, row.phase, row.level);
  });
  times.dominant = find_dominant();
  return times;
}

std::optional<DominantPhase> PhaseStatisticsCollector::find_dominant() const {
  std::map<std::pair<Phase, uint32_t>, DominantPhase> threads; // by phase and lane
  for (const auto& [key, row] : rows_) {
    if (key.first == Phase::call) continue;
    for (const auto& [lane, of] : row.by_lane) {
      DominantPhase& thread =
          threads
              .try_emplace({key.first, lane},
                           DominantPhase{.phase = key.first, .time_ns = 0, .level = key.second, .level_ns = 0})
              .first->second;
      thread.time_ns += of.second;
      if (of.second > thread.level_ns) thread.level = key.second, thread.level_ns = of.second;
    }
  }
  auto most = std::ranges::max_element(threads, {}, [](const auto& each) { return each.second.time_ns; });
  if (most == threads.end() || most->second.time_ns == 0) return std::nullopt;
  return most->second;
}

} // namespace unply
