// The tables by the words of --by, in the order in which help and JSON have them.
#include "cli/stats/stats_tables.h"

namespace unply {

namespace {
struct NamedTable {
  const char* by;
  StatsTable (*make)(const StatsInput&, const StatsNames&);
};
constexpr NamedTable kTables[] = {
    {"thread", thread_table},       {"process", process_table},
    {"region", region_table},       {"loop", loop_table},
    {"wait", wait_table},           {"barrier", barrier_table},
    {"lock", lock_table},           {"subroutine", subroutine_table},
    {"statement", statement_table}, {"path", path_table},
    {"user", user_region_table},    {"phase", phase_table},
};
} // namespace

std::vector<std::string> stats_tables() {
  std::vector<std::string> names;
  for (const NamedTable& table : kTables) names.emplace_back(table.by);
  return names;
}

StatsTable make_table(const StatsInput& input, const SourceQuotes& sources, const std::string& by) {
  for (const NamedTable& table : kTables)
    if (by == table.by) return table.make(input, StatsNames(input, sources));
  return {};
}

} // namespace unply
