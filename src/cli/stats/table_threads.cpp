// Threads and processes: the states that their time went to. A thread that the window does not touch has no row; the
// last row of the threads is their sum.
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

namespace {
struct LaneRow {
  std::string name;
  StateTimes times;
  uint64_t off_core_ns = 0, whole_ns = 0;
};

TableOf<LaneRow> state_table(const char* name, const char* key) {
  TableOf<LaneRow> table(name, name);
  table.text(key, key, &LaneRow::name);
  table.part("active", "active", [](const LaneRow& row) {
    return TimePart{row.times.of(ProcState::active) - row.off_core_ns, row.whole_ns};
  });
  table.states(&LaneRow::times, &LaneRow::whole_ns);
  table.part("off_core", "no core", [](const LaneRow& row) { return TimePart{row.off_core_ns, row.whole_ns}; });
  return table;
}
} // namespace

StatsTable thread_table(const StatsInput& in, const StatsNames&) {
  const RunStatistics& run = in.run;
  std::vector<LaneRow> rows;
  for (size_t i = 0; i < run.lanes.size(); ++i)
    if (const LaneStatistics& lane = run.lanes[i]; lane.times.total() > 0)
      rows.push_back({.name = run.head.lanes[i].name,
                      .times = lane.times,
                      .off_core_ns = lane.off_core_ns,
                      .whole_ns = lane.times.total()});
  StateTimes all = run.times;
  all.of(ProcState::idle) = run.idle_ns();
  rows.push_back({.name = "all",
                  .times = all,
                  .off_core_ns = run.off_core_ns,
                  .whole_ns = run.capacity_ns() + run.unrecorded_ns() + run.setup_ns()});
  return state_table("threads", "thread").of(rows);
}

StatsTable process_table(const StatsInput& in, const StatsNames&) {
  const RunStatistics& run = in.run;
  std::vector<LaneRow> rows;
  for (uint32_t p = 0; p < in.processes.size(); ++p) {
    LaneRow& row = rows.emplace_back();
    row.name = "rank " + std::to_string(in.processes[p].rank);
    for (size_t i = 0; i < run.lanes.size(); ++i)
      if (run.head.lanes[i].process == p) {
        row.times.add(run.lanes[i].times);
        row.off_core_ns += run.lanes[i].off_core_ns;
      }
    row.whole_ns = row.times.total();
  }
  return state_table("processes", "process").of(rows);
}

} // namespace unply
