// Parallel regions, and regions that the program names itself by unply/annotate.h.
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

StatsTable region_table(const StatsInput& in, const StatsNames& names) {
  using Region = RegionStatistics;
  TableOf<Region> table("regions", "parallel regions");
  table.text("region", "region", [&](const Region& region) { return names.place(region.site); });
  table.text("function", "function", [&](const Region& region) { return names.function(region.site); });
  table.count("executions", "executions", &Region::executions);
  table.time("elapsed_ns", "elapsed", &Region::elapsed_ns);
  table.time("mean_ns", "mean", [](const Region& region) { return mean_of(region.duration_ns); }).only_in_full();
  table.time("longest_ns", "longest", [](const Region& region) { return region.duration_ns.most; }).only_in_full();
  table.count("threads", "threads", [](const Region& region) { return region.team.most; });
  table.share("efficiency", "efficiency", &Region::efficiency);
  table.states(&Region::times, &Region::capacity_ns).only_in_full();
  return table.of(in.run.regions);
}

StatsTable user_region_table(const StatsInput& in, const StatsNames& names) {
  using Region = UserRegionStatistics;
  TableOf<Region> table("user", "user-defined regions");
  table.text("name", "name", [&](const Region& region) { return names.object(ObjectKind::name, region.name); });
  table.text("place", "place", [&](const Region& region) { return names.place(region.site); });
  table.count("executions", "executions", [](const Region& region) { return region.duration_ns.count; });
  table.time("time_ns", "time", [](const Region& region) { return region.duration_ns.sum; });
  table.time("shortest_ns", "shortest", [](const Region& region) { return region.duration_ns.least; });
  table.time("mean_ns", "mean", [](const Region& region) { return mean_of(region.duration_ns); });
  table.time("longest_ns", "longest", [](const Region& region) { return region.duration_ns.most; });
  table.share("active_share", "active",
              [](const Region& region) { return ratio(region.active_ns, region.duration_ns.sum); });
  return table.of(in.run.user);
}

} // namespace unply
