// The critical path, by what its parts do. While the system has a core its thread can do nothing about it, so that time
// is no part of the path here, and the title says how much it is.
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

StatsTable path_table(const StatsInput& in, const StatsNames& names) {
  const CriticalPath& path = in.run.path;
  std::vector<PathRow> rows;
  uint64_t whole_ns = 0;
  for (const PathRow& row : path.rows)
    if (row.state != ProcState::preempted) {
      rows.push_back(row);
      whole_ns += row.time_ns;
    }
  uint64_t preempted_ns = path.preempted_ns();
  std::string title = "critical path";
  if (preempted_ns > 0) title += ", without " + duration_text(preempted_ns) + " in which the system had taken its core";
  TableOf<PathRow> table("path", title);
  table.note(
      "back from the end, over to the thread that ended each wait; waits in it have no known cause or are the way "
      "from the cause to the thread that goes on");
  if (preempted_ns > 0) table.note("shares are of the path, preemption excluded");
  table.text("place", "place",
             [&](const PathRow& row) { return row.site == 0 ? std::nullopt : std::optional(names.place(row.site)); });
  table.text("function", "function", [&](const PathRow& row) { return names.function(row.site); }).only_in_full();
  table.text("does", "does", [&](const PathRow& row) { return names.activity(row.activity, row.function); });
  table.text("state", "state", [](const PathRow& row) { return name_of(row.state); });
  table.time("time_ns", "time", &PathRow::time_ns);
  table.share("share", "of the path", [=](const PathRow& row) { return ratio(row.time_ns, whole_ns); });
  return table.of(rows);
}

} // namespace unply
