// Phases of a divide-and-conquer skeleton by level: the time of the slowest thread, and how the threads differ.
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

StatsTable phase_table(const StatsInput& in, const StatsNames&) {
  using Phases = PhaseStatistics;
  const uint64_t whole_ns = in.run.phases.call_ns > 0 ? in.run.phases.call_ns : in.run.elapsed_ns();
  TableOf<Phases> table("phases", "phases of a skeleton");
  table.text("phase", "phase", [](const Phases& row) { return name_of(row.phase); });
  table.count("level", "level", &Phases::level);
  table.count("ranks", "ranks", &Phases::processes);
  table.count("threads", "threads", &Phases::threads).only_in_full();
  table.count("count", "count", [](const Phases& row) { return row.duration_ns.count; });
  table.time("time_ns", "time", &Phases::most_ns).means("of the thread that spends most in it");
  table.time("mean_ns", "mean", [](const Phases& row) { return static_cast<uint64_t>(row.mean_ns()); })
      .means("of the threads that take part");
  table.share("imbalance", "imbalance", &Phases::imbalance).means("1 - mean / time");
  table
      .text("slowest", "slowest",
            [&](const Phases& row) {
              return row.most_ns > 0 ? std::optional(in.run.head.lanes[row.slowest_lane].name) : std::nullopt;
            })
      .only_in_full();
  table.count("bytes", "bytes", &Phases::bytes);
  table.share("share", "of the calls", [&](const Phases& row) { return ratio(row.most_ns, whole_ns); })
      .means("the time over that of the thread that is in calls longest");
  return table.of(in.run.phases.rows);
}

} // namespace unply
