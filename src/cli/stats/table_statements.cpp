// Parallel statements by name, with the cost of one execution on the machine that was measured. Those that cost most
// are first; names of --exclude are left out, and the note says so.
#include "cli/stats/stats_tables.h"
#include "cli/stats/table_of.h"

namespace unply {

namespace {
struct StatementRow {
  std::string name;
  StatementStatistics figures;
  std::optional<uint64_t> cost_ns, overhead_ns; // of one execution, of all
};

// In time of one thread.
std::optional<uint64_t> cost_of(const StatementStatistics& statement, const std::optional<Machine>& machine) {
  if (!machine) return {};
  switch (statement.kind) {
  case ConstructKind::region:
    return machine->fork_ns;
  case ConstructKind::task:
    return machine->spawn_ns + machine->task_ns;
  case ConstructKind::chunk:
    return machine->task_ns;
  case ConstructKind::lock_hold:
    return machine->lock_ns;
  case ConstructKind::wait:
    if (statement.detail >= kWaitBarrierImplicit && statement.detail <= kWaitBarrierImplementation)
      return machine->barrier_ns;
    return {};
  default:
    return {};
  }
}

std::map<std::string, StatementStatistics> by_name(const std::vector<StatementStatistics>& statements) {
  std::map<std::string, StatementStatistics> sums; // barriers of several kinds are one statement
  for (const StatementStatistics& statement : statements) {
    auto [same, is_new] = sums.emplace(statement_name(statement.kind, statement.detail), statement);
    if (!is_new) same->second.count += statement.count, same->second.elapsed_ns += statement.elapsed_ns;
  }
  return sums;
}
} // namespace

StatsTable statement_table(const StatsInput& in, const StatsNames&) {
  TableOf<StatementRow> table("statements", "parallel statements");
  table.text("statement", "statement", &StatementRow::name);
  table.count("count", "count", [](const StatementRow& row) { return row.figures.count; });
  table.time("elapsed_ns", "elapsed", [](const StatementRow& row) { return row.figures.elapsed_ns; })
      .means("thread time in it");
  table.time("cost_ns", "cost of one", &StatementRow::cost_ns);
  table.time("overhead_ns", "overhead", &StatementRow::overhead_ns);
  if (in.machine)
    table.means("count x the cost measured by unply machine");
  else
    table.note("overhead needs costs: unply machine --calibrate");
  std::vector<StatementRow> rows;
  std::string left_out;
  for (const auto& [name, statement] : by_name(in.run.statements)) {
    if (std::ranges::find(in.excluded, name) != in.excluded.end()) {
      left_out += (left_out.empty() ? "" : ", ") + name;
      continue;
    }
    auto cost_ns = cost_of(statement, in.machine);
    rows.push_back(
        {.name = name, .figures = statement, .cost_ns = cost_ns, .overhead_ns = cost_ns.transform([&](uint64_t ns) {
           return ns * statement.count;
         })});
  }
  if (!left_out.empty()) table.note("left out: " + left_out);
  std::ranges::sort(rows, std::greater(), [](const StatementRow& row) {
    return std::tuple(row.overhead_ns.value_or(0), row.figures.elapsed_ns, row.figures.count, row.name);
  });
  return table.of(rows);
}

} // namespace unply
