// Parallel loops: the chunks of each thread, and the thread that the others waited for.
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

StatsTable loop_table(const StatsInput& in, const StatsNames& names) {
  using Loop = LoopStatistics;
  TableOf<Loop> table("loops", "parallel loops");
  table.note("a/b/c: least, mean and most");
  table.text("loop", "loop", [&](const Loop& loop) { return names.place(loop.site); });
  table.text("function", "function", [&](const Loop& loop) { return names.function(loop.site); }).only_in_full();
  table.text("schedule", "schedule", [](const Loop& loop) { return schedule_name(loop.schedule); });
  table.count("executions", "executions", &Loop::executions);
  table.spread("iterations", "iterations", &Loop::iterations);
  table.spread("threads", "threads", &Loop::threads);
  table.spread("chunks", "chunks a thread", &Loop::chunks).only_in_full();
  table.spread("chunk_size", "chunk size", &Loop::chunk_size).only_in_full();
  table.spread_of_times("chunk_ns", "chunk takes", &Loop::chunk_ns);
  table.time("elapsed_ns", "elapsed", &Loop::elapsed_ns);
  table.share("imbalance", "imbalance", &Loop::imbalance).means("1 - mean / slowest of the threads' active times");
  table.time("lost_ns", "lost", &Loop::lost_ns).only_in_full();
  table.time("end_wait_ns", "wait at end", [](const Loop& loop) { return loop.end_waits_ns.sum; });
  table
      .text("slowest", "slowest",
            [&](const Loop& loop) {
              return loop.slowest_lane_ns > 0 ? std::optional(in.run.head.lanes[loop.slowest_lane].name) : std::nullopt;
            })
      .means("the thread that made the others wait longest");
  return table.of(in.run.loops);
}

} // namespace unply
