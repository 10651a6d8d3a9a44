// Waits by kind and place, and locks: how often taken, waited for and how long held.
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

static TableOf<WaitStatistics> waits_called(const char* name, const StatsInput& in, const StatsNames& names) {
  using Wait = WaitStatistics;
  TableOf<Wait> table(name, name);
  table.text("place", "place", [&](const Wait& wait) { return names.place(wait.site); });
  table.text("wait", "wait", [&](const Wait& wait) { return names.activity(wait.activity, wait.function); });
  table.text("function", "function", [&](const Wait& wait) { return names.function(wait.site); }).only_in_full();
  table.count("count", "count", [](const Wait& wait) { return wait.duration_ns.count; });
  table.time("time_ns", "time", &Wait::time_ns);
  table.time("mean_ns", "mean", [](const Wait& wait) { return mean_of(wait.duration_ns); });
  table.time("longest_ns", "longest", [](const Wait& wait) { return wait.duration_ns.most; });
  table.share("share", "of all time", [&](const Wait& wait) { return ratio(wait.time_ns, in.run.capacity_ns()); });
  return table;
}

StatsTable wait_table(const StatsInput& in, const StatsNames& names) {
  return waits_called("waits", in, names).of(in.run.waits);
}

StatsTable barrier_table(const StatsInput& in, const StatsNames& names) {
  std::vector<WaitStatistics> barriers;
  std::ranges::copy_if(in.run.waits, std::back_inserter(barriers),
                       [](const WaitStatistics& wait) { return wait.activity == Activity::barrier; });
  return waits_called("barriers", in, names).of(barriers);
}

StatsTable lock_table(const StatsInput& in, const StatsNames& names) {
  using Lock = LockStatistics;
  std::map<uint8_t, uint32_t> numbers; // locks without a name are counted
  TableOf<Lock> table("locks", "locks");
  table.text("lock", "lock", [&](const Lock& lock) {
    std::string name = names.object(ObjectKind::lock, lock.object);
    return !name.empty() ? name : lock_name(lock.kind) + " " + std::to_string(++numbers[lock.kind]);
  });
  table.text("place", "place", [&](const Lock& lock) { return names.place(lock.site); });
  table.count("acquisitions", "taken", [](const Lock& lock) { return lock.hold_ns.count; });
  table.count("contended", "waited for", &Lock::contended);
  table.share("contention", "contention", &Lock::contention);
  table.time("wait_ns", "wait", &Lock::wait_ns);
  table
      .time("wait_mean_ns", "mean",
            [](const Lock& lock) { return lock.contended == 0 ? 0 : lock.wait_ns / lock.contended; })
      .only_in_full();
  table.time("wait_longest_ns", "longest", &Lock::longest_wait_ns).only_in_full();
  table.time("hold_ns", "held", [](const Lock& lock) { return lock.hold_ns.sum; });
  table.time("hold_mean_ns", "mean", [](const Lock& lock) { return mean_of(lock.hold_ns); }).only_in_full();
  table.time("hold_longest_ns", "longest", [](const Lock& lock) { return lock.hold_ns.most; }).only_in_full();
  return table.of(in.run.locks);
}

} // namespace unply
