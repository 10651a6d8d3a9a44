// Subroutines: their time by state, and the efficiency of their regions and loops (parallel-execution-profiler-1991).
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

StatsTable subroutine_table(const StatsInput& in, const StatsNames&) {
  using Subroutine = SubroutineStatistics;
  auto in_state = [](ProcState state) { return [=](const Subroutine& row) { return row.times.of(state); }; };
  auto where_run = [](double (Subroutine::*figure)() const) { // not known without regions and loops
    return [=](const Subroutine& row) { return row.capacity_ns > 0 ? std::optional((row.*figure)()) : std::nullopt; };
  };
  TableOf<Subroutine> table("subroutines", "subroutines");
  table.text("subroutine", "subroutine", [&](const Subroutine& row) {
    std::string_view name = in.tables->text(row.function);
    return name.empty() ? "(none known)" : name;
  });
  table.time("active_ns", "active", in_state(ProcState::active));
  table.time("loop_ns", "in loops", &Subroutine::loop_ns);
  table.time("wait_event_ns", "wait event", in_state(ProcState::wait_event));
  table.time("wait_lock_ns", "wait lock", in_state(ProcState::wait_lock));
  table.time("wait_task_ns", "wait task", in_state(ProcState::wait_task));
  table.time("overhead_ns", "overhead", in_state(ProcState::overhead));
  table.count("executions", "executions", &Subroutine::executions);
  table.share("efficiency", "efficiency", where_run(&Subroutine::efficiency))
      .means("active time of its regions and loops / (threads x elapsed)");
  table.ratio("inverse", "inverse", where_run(&Subroutine::inverse))
      .means("as printed in the paper, which has the ratio upside down");
  return table.of(in.run.subroutines);
}

} // namespace unply
