// The rows of each table.
#include "cli/stats/stats.h"
#include <fmt/format.h>
#include <functional>

namespace unply {

namespace {
Cell word(std::string text) { return {CellKind::text, std::move(text), 0, 0}; }
Cell count(uint64_t number) { return {CellKind::count, {}, number, 0}; }
Cell time_of(uint64_t ns) { return {CellKind::time_ns, {}, ns, 0}; }
Cell mean_time(const Spread& spread) { return time_of(static_cast<uint64_t>(spread.mean())); }
Cell share(double part) { return {CellKind::share, {}, 0, part}; }
Cell ratio_of(double value) { return {CellKind::ratio, {}, 0, value}; }
Cell least(const Spread& spread) { return count(spread.count == 0 ? 0 : spread.least); }

class Tables {
public:
  Tables(const StatsInput& input, const SourceQuotes& sources) : in_(input), run_(input.run), sources_(sources) {}
  StatsTable threads() const;
  StatsTable processes() const;
  StatsTable regions() const;
  StatsTable user_regions() const;
  StatsTable loops() const;
  StatsTable waits(bool barriers_only) const;
  StatsTable locks() const;
  StatsTable subroutines() const;
  StatsTable statements() const;
  StatsTable path() const;

private:
  std::string place(uint32_t site) const {
    return site < in_.tables->sites.size() ? sources_.place(in_.tables->sites[site]) : "an unknown place";
  }
  std::string function(uint32_t site) const {
    return site < in_.tables->sites.size() ? std::string(in_.tables->text(in_.tables->sites[site].function)) : "";
  }
  std::string words(Activity activity, uint16_t function) const {
    return std::string(words_of(*in_.tables, in_.objects, activity, function));
  }
  std::string object_name(ObjectKind kind, uint64_t id) const;
  std::optional<uint64_t> cost_of(const StatementStatistics& row) const;
  void add_states(std::vector<Cell>& row, const StateTimes& times, uint64_t whole_ns) const;
  const StatsInput& in_;
  const RunStatistics& run_;
  const SourceQuotes& sources_;
};

std::string Tables::object_name(ObjectKind kind, uint64_t id) const {
  const EventObject* object = find_object(in_.objects, kind, id);
  return object != nullptr ? std::string(in_.tables->text(object->name)) : "";
}

constexpr Column kStateColumns[] = {{"wait_task_ns", "wait task", true},
                                    {"wait_task_share", "", true},
                                    {"wait_event_ns", "wait event", true},
                                    {"wait_event_share", "", true},
                                    {"wait_lock_ns", "wait lock", true},
                                    {"wait_lock_share", "", true},
                                    {"overhead_ns", "overhead", true},
                                    {"overhead_share", "", true},
                                    {"preempted_ns", "preempted", true},
                                    {"preempted_share", "", true},
                                    {"idle_ns", "idle", true},
                                    {"idle_share", "", true},
                                    {"unrecorded_ns", "not recorded", true},
                                    {"unrecorded_share", "", true},
                                    {"setup_ns", "set-up", true},
                                    {"setup_share", "", true}};

constexpr Column kOffCoreColumns[] = {{"off_core_ns", "no core", true}, {"off_core_share", "", true}};

void Tables::add_states(std::vector<Cell>& row, const StateTimes& times, uint64_t whole_ns) const {
  for (ProcState state : {ProcState::wait_task, ProcState::wait_event, ProcState::wait_lock, ProcState::overhead,
                          ProcState::preempted, ProcState::idle, ProcState::unrecorded, ProcState::setup}) {
    row.push_back(time_of(times.of(state)));
    row.push_back(share(ratio(times.of(state), whole_ns)));
  }
}

StatsTable Tables::threads() const {
  StatsTable table{"threads",
                   "threads",
                   {{"thread", "thread", true}, {"active_ns", "active", true}, {"active_share", "", true}},
                   {},
                   ""};
  table.columns.insert(table.columns.end(), std::begin(kStateColumns), std::end(kStateColumns));
  table.columns.insert(table.columns.end(), std::begin(kOffCoreColumns), std::end(kOffCoreColumns));
  auto add = [&](std::string name, const StateTimes& times, uint64_t off_core_ns, uint64_t whole_ns) {
    uint64_t active_ns = times.of(ProcState::active) - off_core_ns;
    std::vector<Cell> row = {word(std::move(name)), time_of(active_ns), share(ratio(active_ns, whole_ns))};
    add_states(row, times, whole_ns);
    row.push_back(time_of(off_core_ns));
    row.push_back(share(ratio(off_core_ns, whole_ns)));
    table.rows.push_back(std::move(row));
  };
  for (size_t i = 0; i < run_.lanes.size(); ++i)
    if (const LaneStatistics& lane = run_.lanes[i]; lane.times.total() > 0)
      add(run_.head.lanes[i].name, lane.times, lane.off_core_ns, lane.times.total());
  StateTimes all = run_.times;
  all.of(ProcState::idle) = run_.idle_ns();
  add("all", all, run_.off_core_ns, run_.capacity_ns() + run_.unrecorded_ns() + run_.setup_ns());
  return table;
}

StatsTable Tables::processes() const {
  StatsTable table{"processes",
                   "processes",
                   {{"process", "process", true}, {"active_ns", "active", true}, {"active_share", "", true}},
                   {},
                   ""};
  table.columns.insert(table.columns.end(), std::begin(kStateColumns), std::end(kStateColumns));
  table.columns.insert(table.columns.end(), std::begin(kOffCoreColumns), std::end(kOffCoreColumns));
  for (uint32_t p = 0; p < in_.processes.size(); ++p) {
    StateTimes times;
    uint64_t off_core_ns = 0;
    for (size_t i = 0; i < run_.lanes.size(); ++i)
      if (run_.head.lanes[i].process == p) times.add(run_.lanes[i].times), off_core_ns += run_.lanes[i].off_core_ns;
    uint64_t active_ns = times.of(ProcState::active) - off_core_ns;
    std::vector<Cell> row = {word(fmt::format("rank {}", in_.processes[p].rank)), time_of(active_ns),
                             share(ratio(active_ns, times.total()))};
    add_states(row, times, times.total());
    row.push_back(time_of(off_core_ns));
    row.push_back(share(ratio(off_core_ns, times.total())));
    table.rows.push_back(std::move(row));
  }
  return table;
}

StatsTable Tables::regions() const {
  StatsTable table{"regions",
                   "parallel regions",
                   {{"region", "region", true},
                    {"function", "function", true},
                    {"executions", "executions", true},
                    {"elapsed_ns", "elapsed", true},
                    {"mean_ns", "mean", false},
                    {"longest_ns", "longest", false},
                    {"threads", "threads", true},
                    {"efficiency", "efficiency", true}},
                   {},
                   ""};
  for (Column column : kStateColumns) table.columns.push_back({column.key, column.head, false});
  for (const RegionStatistics& region : run_.regions) {
    std::vector<Cell> row = {word(place(region.site)),      word(function(region.site)),
                             count(region.executions),      time_of(region.elapsed_ns),
                             mean_time(region.duration_ns), time_of(region.duration_ns.most),
                             count(region.team.most),       share(region.efficiency())};
    add_states(row, region.times, region.capacity_ns);
    table.rows.push_back(std::move(row));
  }
  return table;
}

StatsTable Tables::user_regions() const {
  StatsTable table{"user",
                   "user-defined regions",
                   {{"name", "name", true},
                    {"place", "place", true},
                    {"executions", "executions", true},
                    {"time_ns", "time", true},
                    {"shortest_ns", "shortest", true},
                    {"mean_ns", "mean", true},
                    {"longest_ns", "longest", true},
                    {"active_share", "active", true}},
                   {},
                   ""};
  for (const UserRegionStatistics& row : run_.user)
    table.rows.push_back({word(object_name(ObjectKind::name, row.name)), word(place(row.site)),
                          count(row.duration_ns.count), time_of(row.duration_ns.sum), time_of(row.duration_ns.least),
                          mean_time(row.duration_ns), time_of(row.duration_ns.most),
                          share(ratio(row.active_ns, row.duration_ns.sum))});
  return table;
}

const char* schedule_name(uint8_t schedule) {
  constexpr const char* kNames[] = {"-", "static", "dynamic", "guided", "other"};
  return schedule <= kWorkLoopOther ? kNames[schedule] : "-";
}

StatsTable Tables::loops() const {
  StatsTable table{
      "loops",
      "parallel loops",
      {{"loop", "loop", true},
       {"function", "function", false},
       {"schedule", "schedule", true},
       {"executions", "executions", true},
       {"iterations_min", "iterations", true},
       {"iterations_mean", "", true},
       {"iterations_max", "", true},
       {"threads_min", "threads", true},
       {"threads_mean", "", true},
       {"threads_max", "", true},
       {"chunks_min", "chunks a thread", false},
       {"chunks_mean", "", false},
       {"chunks_max", "", false},
       {"chunk_size_min", "chunk size", false},
       {"chunk_size_mean", "", false},
       {"chunk_size_max", "", false},
       {"chunk_ns_min", "chunk takes", true},
       {"chunk_ns_mean", "", true},
       {"chunk_ns_max", "", true},
       {"elapsed_ns", "elapsed", true},
       {"imbalance", "imbalance", true},
       {"lost_ns", "lost", false},
       {"end_wait_ns", "wait at end", true},
       {"slowest", "slowest", true}},
      {},
      "a/b/c: least, mean and most; imbalance: 1 - mean / slowest of the threads' active times; slowest: the thread "
      "that made the others wait longest"};
  for (const LoopStatistics& loop : run_.loops) {
    bool chunks = loop.chunk_ns.count > 0;
    table.rows.push_back({word(place(loop.site)),
                          word(function(loop.site)),
                          word(schedule_name(loop.schedule)),
                          count(loop.executions),
                          least(loop.iterations),
                          ratio_of(loop.iterations.mean()),
                          count(loop.iterations.most),
                          least(loop.threads),
                          ratio_of(loop.threads.mean()),
                          count(loop.threads.most),
                          least(loop.chunks),
                          ratio_of(loop.chunks.mean()),
                          count(loop.chunks.most),
                          least(loop.chunk_size),
                          ratio_of(loop.chunk_size.mean()),
                          count(loop.chunk_size.most),
                          chunks ? time_of(loop.chunk_ns.least) : word("-"),
                          chunks ? mean_time(loop.chunk_ns) : word("-"),
                          chunks ? time_of(loop.chunk_ns.most) : word("-"),
                          time_of(loop.elapsed_ns),
                          share(loop.imbalance()),
                          time_of(loop.lost_ns),
                          time_of(loop.end_waits_ns.sum),
                          word(loop.slowest_lane_ns > 0 ? run_.head.lanes[loop.slowest_lane].name : "-")});
  }
  return table;
}

StatsTable Tables::waits(bool barriers_only) const {
  StatsTable table{barriers_only ? "barriers" : "waits",
                   barriers_only ? "barriers" : "waits",
                   {{"place", "place", true},
                    {"wait", "wait", true},
                    {"function", "function", false},
                    {"count", "count", true},
                    {"time_ns", "time", true},
                    {"mean_ns", "mean", true},
                    {"longest_ns", "longest", true},
                    {"share", "of all time", true}},
                   {},
                   ""};
  for (const WaitStatistics& row : run_.waits) {
    if (barriers_only && row.activity != Activity::barrier) continue;
    table.rows.push_back({word(place(row.site)), word(words(row.activity, row.function)), word(function(row.site)),
                          count(row.duration_ns.count), time_of(row.time_ns), mean_time(row.duration_ns),
                          time_of(row.duration_ns.most), share(ratio(row.time_ns, run_.capacity_ns()))});
  }
  return table;
}

const char* lock_name(uint8_t kind) {
  constexpr const char* kNames[] = {"lock",  "nested lock", "critical",   "atomic",   "ordered",
                                    "mutex", "read lock",   "write lock", "spin lock"};
  return kind <= kLockSpin ? kNames[kind] : "lock";
}

StatsTable Tables::locks() const {
  StatsTable table{"locks",
                   "locks",
                   {{"lock", "lock", true},
                    {"place", "place", true},
                    {"acquisitions", "taken", true},
                    {"contended", "waited for", true},
                    {"contention", "contention", true},
                    {"wait_ns", "wait", true},
                    {"wait_mean_ns", "mean", false},
                    {"wait_longest_ns", "longest", false},
                    {"hold_ns", "held", true},
                    {"hold_mean_ns", "mean", false},
                    {"hold_longest_ns", "longest", false}},
                   {},
                   ""};
  std::map<uint8_t, uint32_t> numbers;
  for (const LockStatistics& lock : run_.locks) {
    std::string name = object_name(ObjectKind::lock, lock.object);
    if (name.empty()) name = fmt::format("{} {}", lock_name(lock.kind), ++numbers[lock.kind]);
    table.rows.push_back({word(name), word(place(lock.site)), count(lock.hold_ns.count), count(lock.contended),
                          share(lock.contention()), time_of(lock.wait_ns),
                          time_of(lock.contended == 0 ? 0 : lock.wait_ns / lock.contended),
                          time_of(lock.longest_wait_ns), time_of(lock.hold_ns.sum), mean_time(lock.hold_ns),
                          time_of(lock.hold_ns.most)});
  }
  return table;
}

StatsTable Tables::subroutines() const {
  StatsTable table{"subroutines",
                   "subroutines",
                   {{"subroutine", "subroutine", true},
                    {"active_ns", "active", true},
                    {"loop_ns", "in loops", true},
                    {"wait_event_ns", "wait event", true},
                    {"wait_lock_ns", "wait lock", true},
                    {"wait_task_ns", "wait task", true},
                    {"overhead_ns", "overhead", true},
                    {"executions", "executions", true},
                    {"efficiency", "efficiency", true},
                    {"inverse", "inverse", true}},
                   {},
                   "efficiency: active time of its regions and loops / (threads x elapsed); inverse: as printed in "
                   "the paper, which has the ratio upside down"};
  for (const SubroutineStatistics& row : run_.subroutines) {
    std::string name(in_.tables->text(row.function));
    bool known = row.capacity_ns > 0;
    table.rows.push_back({word(name.empty() ? "(none known)" : name), time_of(row.times.of(ProcState::active)),
                          time_of(row.loop_ns), time_of(row.times.of(ProcState::wait_event)),
                          time_of(row.times.of(ProcState::wait_lock)), time_of(row.times.of(ProcState::wait_task)),
                          time_of(row.times.of(ProcState::overhead)), count(row.executions),
                          known ? share(row.efficiency()) : word("-"), known ? ratio_of(row.inverse()) : word("-")});
  }
  return table;
}

// What one execution costs on the machine that was measured, in time of one thread.
std::optional<uint64_t> Tables::cost_of(const StatementStatistics& row) const {
  if (!in_.machine) return {};
  const Machine& machine = *in_.machine;
  switch (row.kind) {
  case ConstructKind::region:
    return machine.fork_ns;
  case ConstructKind::task:
    return machine.spawn_ns + machine.task_ns;
  case ConstructKind::chunk:
    return machine.task_ns;
  case ConstructKind::lock_hold:
    return machine.lock_ns;
  case ConstructKind::wait:
    if (row.detail >= kWaitBarrierImplicit && row.detail <= kWaitBarrierImplementation) return machine.barrier_ns;
    return {};
  default:
    return {};
  }
}

StatsTable Tables::statements() const {
  StatsTable table{"statements",
                   "parallel statements",
                   {{"statement", "statement", true},
                    {"count", "count", true},
                    {"elapsed_ns", "elapsed", true},
                    {"cost_ns", "cost of one", true},
                    {"overhead_ns", "overhead", true}},
                   {},
                   in_.machine ? "elapsed: thread time in it; overhead: count x the cost measured by unply machine"
                               : "elapsed: thread time in it; overhead needs costs: unply machine --calibrate"};
  std::string left_out;
  std::map<std::string, StatementStatistics> by_name; // barriers of several kinds are one statement
  for (const StatementStatistics& row : run_.statements) {
    auto [same, is_new] = by_name.emplace(statement_name(row.kind, row.detail), row);
    if (!is_new) same->second.count += row.count, same->second.elapsed_ns += row.elapsed_ns;
  }
  for (const auto& [name, row] : by_name) {
    if (std::ranges::find(in_.excluded, name) != in_.excluded.end()) {
      left_out += (left_out.empty() ? "" : ", ") + name;
      continue;
    }
    auto cost = cost_of(row);
    table.rows.push_back({word(name), count(row.count), time_of(row.elapsed_ns), cost ? time_of(*cost) : word("-"),
                          cost ? time_of(*cost * row.count) : word("-")});
  }
  if (!left_out.empty()) table.note += "; left out: " + left_out;
  std::ranges::sort(table.rows, std::greater(), [](const std::vector<Cell>& row) {
    return std::tuple(row[4].number, row[2].number, row[1].number, row[0].text);
  });
  return table;
}

StatsTable Tables::path() const {
  StatsTable table{"path",
                   "critical path",
                   {{"place", "place", true},
                    {"function", "function", false},
                    {"does", "does", true},
                    {"state", "state", true},
                    {"time_ns", "time", true},
                    {"share", "of the path", true}},
                   {},
                   "back from the end, over to the thread that ended each wait; waits in it have no known cause or "
                   "are the way from the cause to the thread that goes on"};
  uint64_t preempted_ns = run_.path.preempted_ns(), whole_ns = 0;
  for (const PathRow& row : run_.path.rows) whole_ns += row.time_ns;
  whole_ns -= preempted_ns;
  if (preempted_ns > 0) {
    table.title += fmt::format(", without {} in which the system had taken its core", duration_text(preempted_ns));
    table.note += "; shares are of the path, preemption excluded";
  }
  for (const PathRow& row : run_.path.rows)
    if (row.state != ProcState::preempted)
      table.rows.push_back({word(row.site == 0 ? "-" : place(row.site)), word(function(row.site)),
                            word(words(row.activity, row.function)), word(name_of(row.state)), time_of(row.time_ns),
                            share(ratio(row.time_ns, whole_ns))});
  return table;
}

struct Named {
  const char* by;
  StatsTable (*make)(const Tables&);
};
constexpr Named kTables[] = {
    {"thread", [](const Tables& tables) { return tables.threads(); }},
    {"process", [](const Tables& tables) { return tables.processes(); }},
    {"region", [](const Tables& tables) { return tables.regions(); }},
    {"loop", [](const Tables& tables) { return tables.loops(); }},
    {"wait", [](const Tables& tables) { return tables.waits(false); }},
    {"barrier", [](const Tables& tables) { return tables.waits(true); }},
    {"lock", [](const Tables& tables) { return tables.locks(); }},
    {"subroutine", [](const Tables& tables) { return tables.subroutines(); }},
    {"statement", [](const Tables& tables) { return tables.statements(); }},
    {"path", [](const Tables& tables) { return tables.path(); }},
    {"user", [](const Tables& tables) { return tables.user_regions(); }},
};
} // namespace

std::vector<std::string> stats_tables() {
  std::vector<std::string> names;
  for (const Named& table : kTables) names.emplace_back(table.by);
  return names;
}

StatsTable make_table(const StatsInput& input, const SourceQuotes& sources, const std::string& by) {
  Tables tables(input, sources);
  for (const Named& table : kTables)
    if (by == table.by) return table.make(tables);
  return {};
}

// Words of the languages and libraries where there are any.
std::string statement_name(ConstructKind kind, uint8_t detail) {
  constexpr const char* kCollectives[] = {"barrier",   "broadcast", "reduce",   "allreduce", "gather",
                                          "allgather", "scatter",   "alltoall", "scan",      "reduce-scatter",
                                          "other",     "init",      "finalize"};
  if (kind == ConstructKind::loop) return detail == kWorkLoop ? "for" : fmt::format("for-{}", schedule_name(detail));
  if (kind == ConstructKind::collective)
    return fmt::format("collective-{}", kCollectives[std::min<size_t>(detail, std::size(kCollectives) - 1)]);
  if (kind == ConstructKind::lock_hold || kind == ConstructKind::lock_wait) {
    std::string name = lock_name(detail);
    std::ranges::replace(name, ' ', '-');
    return name + (kind == ConstructKind::lock_wait ? "-wait" : "");
  }
  if (kind == ConstructKind::wait && detail == kWaitBarrierExplicit) return "barrier";
  if (kind == ConstructKind::wait && detail >= kWaitBarrierImplicit && detail <= kWaitBarrierImplementation)
    return "barrier-implicit";
  std::string name = kind == ConstructKind::wait ? name_of(activity_of_wait(detail)) : name_of(kind);
  if (kind == ConstructKind::signal) name += fmt::format("-{}", name_of(activity_of_wait(detail)));
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::vector<std::string> statement_names() {
  std::vector<std::string> names;
  for (uint8_t kind = 0; kind <= static_cast<uint8_t>(ConstructKind::setup); ++kind)
    for (uint8_t detail = 0; detail <= kWaitOther; ++detail) {
      std::string name = statement_name(static_cast<ConstructKind>(kind), detail);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  return names;
}

} // namespace unply
