// One row for each function that a site names.
#include "timeline/subroutines.h"
#include <functional>

namespace unply {

SubroutineCollector::SubroutineCollector(const Trace& trace) : row_of_(trace.sites.size()), rows_(1) {
  std::map<std::string_view, uint32_t> rows;
  for (size_t site = 1; site < trace.sites.size(); ++site) {
    std::string_view function = trace.text(trace.sites[site].function);
    if (function.empty()) continue;
    auto [row, is_new] = rows.emplace(function, static_cast<uint32_t>(rows_.size()));
    if (is_new) rows_.emplace_back().function = trace.sites[site].function;
    row_of_[site] = row->second;
  }
}

void SubroutineCollector::take(const StateInterval& interval, uint64_t time_ns) {
  SubroutineStatistics& row = row_of(interval.site);
  row.times.of(interval.state) += time_ns;
  if (interval.state != ProcState::active) return;
  if (interval.activity == Activity::chunk || interval.activity == Activity::loop) row.loop_ns += time_ns;
}

// object: size of the team
void SubroutineCollector::take_region(const Construct& region) {
  if (region.around != 0 && &row_of(region.around) == &row_of(region.site)) return; // nested: within an execution
  SubroutineStatistics& row = row_of(region.site);
  ++row.executions;
  row.parallel_ns += region.active_ns;
  row.capacity_ns += region.object * (region.end_ns - region.begin_ns);
}

void SubroutineCollector::take_loop(const LoopExecution& loop) {
  SubroutineStatistics& row = row_of(loop.site);
  if (&row == &row_of(loop.around)) return;
  ++row.executions;
  for (const LoopExecution::Member& member : loop.members) row.parallel_ns += member.active_ns;
  row.capacity_ns += loop.members.size() * (loop.end_ns - loop.begin_ns);
}

std::vector<SubroutineStatistics> SubroutineCollector::finish() {
  std::erase_if(rows_, [](const SubroutineStatistics& row) { return row.times.total() == 0 && row.executions == 0; });
  std::ranges::sort(rows_, std::greater(), [](const SubroutineStatistics& row) {
    return std::pair(row.times.total(), ~static_cast<uint32_t>(row.function));
  });
  return std::move(rows_);
}

} // namespace unply
