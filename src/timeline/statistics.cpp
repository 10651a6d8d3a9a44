// One collector for each table; all see the same intervals and constructs.
#include "timeline/statistics.h"
#include "timeline/doubts.h"
#include <tuple>

namespace unply {

namespace {
// The recording may go on for as long as it takes to see that the program has ended.
uint64_t end_of(const EventSource& source) {
  uint64_t end_ns = 0;
  for (const EventThread& thread : source.threads()) end_ns = std::max(end_ns, thread.end_ns);
  return end_ns;
}

std::vector<uint32_t> processes_of(std::span<const EventThread> threads) {
  std::vector<uint32_t> processes;
  for (const EventThread& thread : threads) processes.push_back(thread.process);
  return processes;
}
} // namespace

class StatisticsPass::Collector {
public:
  Collector(const Trace& tables, std::vector<uint32_t> process_of, uint64_t end_ns, const StatisticsRequest& request,
            uint64_t cores)
      : from_ns_(request.from_ns), to_ns_(std::min(request.to_ns, end_ns)), cores_(cores),
        process_of_(std::move(process_of)), subroutines_(tables),
        statements_(kConstructKinds << 8, {.kind = ConstructKind::region, .detail = 0}) {
    run_.lanes.resize(process_of_.size());
    cached_.resize(process_of_.size());
    loops_.closed = [this](const LoopExecution& loop) { subroutines_.take_loop(loop); };
  }
  TimelineSink beside(const TimelineSink& other);
  RunStatistics finish(const TimelineHead& head);

private:
  void take(uint32_t lane, const StateInterval& interval);
  void take(const Construct& construct);
  void take_region(const Construct& construct);
  void take_statement(const Construct& construct);
  void count_wait(const Construct& construct);
  WaitStatistics& wait_row(Activity activity, ProcState state, uint16_t function, uint32_t site);
  uint64_t region_key(uint32_t lane, uint32_t region) const { return uint64_t{process_of_[lane]} << 32 | region; }

  uint64_t from_ns_, to_ns_, cores_;
  RunStatistics run_;
  std::vector<uint32_t> process_of_; // of each lane
  LoopCollector loops_;
  LockCollector locks_;
  PhaseStatisticsCollector phases_;
  SubroutineCollector subroutines_;
  std::unordered_map<uint64_t, StateTimes> open_regions_;
  std::vector<std::pair<uint64_t, StateTimes*>> cached_; // of each lane: the region it was in last
  std::map<uint32_t, size_t> region_rows_;
  std::unordered_map<uint64_t, size_t> wait_rows_; // function, site and activity
  std::pair<uint64_t, size_t> last_wait_{~uint64_t{0}, 0};
  std::map<uint64_t, size_t> user_rows_;
  std::vector<StatementStatistics> statements_; // [kind << 8 | detail]
};

void StatisticsPass::Collector::take(uint32_t lane, const StateInterval& interval) {
  uint64_t begin_ns = std::max(interval.begin_ns, from_ns_), end_ns = std::min(interval.end_ns, to_ns_);
  if (begin_ns >= end_ns) return;
  uint64_t time_ns = end_ns - begin_ns;
  LaneStatistics& row = run_.lanes[lane];
  row.times.of(interval.state) += time_ns;
  row.by_activity_ns[static_cast<size_t>(interval.activity)] += time_ns;
  subroutines_.take(interval, time_ns);
  bool waits = interval.state == ProcState::wait_task || interval.state == ProcState::wait_event ||
               interval.state == ProcState::wait_lock;
  if (waits)
    wait_row(interval.activity, interval.state, function_of(interval.activity, interval.object), interval.site)
        .time_ns += time_ns;
  if (interval.region == 0) return;
  uint64_t key = region_key(lane, interval.region);
  auto& [known, times] = cached_[lane];
  if (times == nullptr || known != key) known = key, times = &open_regions_[key];
  times->of(interval.state) += time_ns;
}

WaitStatistics& StatisticsPass::Collector::wait_row(Activity activity, ProcState state, uint16_t function,
                                                    uint32_t site) {
  uint64_t key = uint64_t{function} << 48 | uint64_t{site} << 8 | static_cast<uint64_t>(activity);
  if (last_wait_.first != key) {
    auto [found, is_new] = wait_rows_.try_emplace(key, run_.waits.size());
    if (is_new)
      run_.waits.push_back(
          {.activity = activity, .state = state, .function = function, .site = site, .time_ns = 0, .duration_ns = {}});
    last_wait_ = {key, found->second};
  }
  return run_.waits[last_wait_.second];
}

void StatisticsPass::Collector::count_wait(const Construct& construct) {
  Activity activity = activity_of_wait(construct.detail);
  ProcState state = state_of_wait(construct.detail);
  if (construct.kind == ConstructKind::collective) activity = Activity::collective, state = ProcState::wait_event;
  if (construct.kind == ConstructKind::lock_wait)
    activity = activity_of_lock(construct.detail), state = ProcState::wait_lock;
  WaitStatistics& row = wait_row(activity, state, function_of(activity, construct.object), construct.site);
  row.duration_ns.add(construct.end_ns - construct.begin_ns);
}

void StatisticsPass::Collector::take_region(const Construct& construct) {
  auto [found, is_new] = region_rows_.try_emplace(construct.site, run_.regions.size());
  if (is_new) run_.regions.emplace_back().site = construct.site;
  RegionStatistics& row = run_.regions[found->second];
  uint64_t begin_ns = std::max(construct.begin_ns, from_ns_), end_ns = std::min(construct.end_ns, to_ns_);
  ++row.executions;
  row.elapsed_ns += end_ns - begin_ns;
  row.capacity_ns += construct.object * (end_ns - begin_ns);
  row.duration_ns.add(construct.end_ns - construct.begin_ns);
  row.team.add(construct.object);
  row.all_active_ns.add(construct.active_ns);
  uint64_t key = region_key(construct.lane, construct.region);
  auto times = open_regions_.find(key);
  if (times == open_regions_.end()) return;
  row.times.add(times->second);
  for (auto& cached : cached_)
    if (cached.first == key) cached = {};
  open_regions_.erase(times);
}

void StatisticsPass::Collector::take_statement(const Construct& construct) {
  if (construct.kind == ConstructKind::member || construct.kind == ConstructKind::user ||
      construct.kind == ConstructKind::phase || construct.kind == ConstructKind::task_create)
    return;
  uint8_t detail = construct.detail;
  if (construct.kind == ConstructKind::task || construct.kind == ConstructKind::chunk) detail = 0;
  StatementStatistics& row = statements_[static_cast<size_t>(construct.kind) << 8 | detail];
  row.kind = construct.kind, row.detail = detail;
  row.count += construct.count;
  row.elapsed_ns += construct.end_ns - construct.begin_ns;
}

void StatisticsPass::Collector::take(const Construct& construct) {
  if (construct.end_ns < from_ns_ || construct.begin_ns >= to_ns_ || construct.end_ns > to_ns_) return;
  uint32_t process = process_of_[construct.lane];
  take_statement(construct);
  if (construct.kind == ConstructKind::chunk) return loops_.take_chunk(construct, process);
  loops_.take(construct, process);
  locks_.take(construct, process);
  if (construct.kind == ConstructKind::phase) return phases_.take(construct, process);
  if (construct.kind == ConstructKind::region) {
    take_region(construct);
    subroutines_.take_region(construct);
  }
  if (construct.kind == ConstructKind::wait || construct.kind == ConstructKind::lock_wait ||
      construct.kind == ConstructKind::collective)
    count_wait(construct);
  if (construct.kind != ConstructKind::user) return;
  auto [found, is_new] = user_rows_.emplace(construct.object, run_.user.size());
  if (is_new)
    run_.user.push_back({.name = construct.object, .site = construct.site, .duration_ns = {}, .active_ns = 0});
  run_.user[found->second].duration_ns.add(construct.end_ns - construct.begin_ns);
  run_.user[found->second].active_ns += construct.active_ns;
}

RunStatistics StatisticsPass::Collector::finish(const TimelineHead& head) {
  run_.head = head;
  run_.from_ns = from_ns_;
  run_.to_ns = std::max(to_ns_, from_ns_);
  find_off_core(run_);
  run_.threads = most_alive(run_.head.lanes, run_.from_ns, run_.to_ns);
  for (const LaneStatistics& lane : run_.lanes) {
    run_.times.add(lane.times);
    run_.off_core_ns += lane.off_core_ns;
    for (size_t i = 0; i < kActivities; ++i) run_.by_activity_ns[i] += lane.by_activity_ns[i];
  }
  std::erase_if(run_.waits, [](const WaitStatistics& row) { return row.duration_ns.count == 0 && row.time_ns == 0; });
  std::ranges::sort(run_.waits, std::greater(), [](const WaitStatistics& row) {
    return std::tuple(row.time_ns, row.duration_ns.count, ~row.site, row.activity, row.function);
  });
  std::ranges::sort(run_.regions, std::greater(),
                    [](const RegionStatistics& row) { return std::pair(row.elapsed_ns, ~row.site); });
  std::ranges::sort(run_.user, std::greater(),
                    [](const UserRegionStatistics& row) { return std::pair(row.duration_ns.sum, ~row.name); });
  for (const StatementStatistics& row : statements_)
    if (row.count > 0) run_.statements.push_back(row);
  run_.loops = loops_.finish();
  run_.locks = locks_.finish();
  run_.phases = phases_.finish();
  run_.subroutines = subroutines_.finish();
  for (std::string& doubt : doubts(run_, cores_)) run_.head.notes.push_back(std::move(doubt));
  return std::move(run_);
}

TimelineSink StatisticsPass::Collector::beside(const TimelineSink& other) {
  TimelineSink sink = other;
  sink.intervals = [this, next = other.intervals](uint32_t lane, std::span<const StateInterval> intervals) {
    for (const StateInterval& interval : intervals) take(lane, interval);
    if (next) next(lane, intervals);
  };
  sink.construct = [this, next = other.construct](const Construct& construct) {
    take(construct);
    if (next) next(construct);
  };
  sink.critical_path = [this, next = other.critical_path](const CriticalPath& path) {
    run_.path = path;
    if (next) next(path);
  };
  sink.from_ns = from_ns_, sink.to_ns = to_ns_;
  return sink;
}

StatisticsPass::StatisticsPass(const EventSource& source, const StatisticsRequest& request)
    : StatisticsPass(source.tables(), processes_of(source.threads()), end_of(source), request, cores_of(source)) {}
StatisticsPass::StatisticsPass(const Trace& tables, std::vector<uint32_t> process_of, uint64_t end_ns,
                               const StatisticsRequest& request, uint64_t cores)
    : collector_(std::make_unique<Collector>(tables, std::move(process_of), end_ns, request, cores)) {}
StatisticsPass::~StatisticsPass() = default;
TimelineSink StatisticsPass::beside(const TimelineSink& other) { return collector_->beside(other); }
RunStatistics StatisticsPass::finish(const TimelineHead& head) { return collector_->finish(head); }

uint32_t most_alive(std::span<const Lane> lanes, uint64_t from_ns, uint64_t to_ns) {
  std::vector<std::pair<uint64_t, int>> changes;
  for (const Lane& lane : lanes) {
    uint64_t begin_ns = std::max(lane.begin_ns, from_ns), end_ns = std::min(lane.end_ns, to_ns);
    if (begin_ns >= end_ns) continue;
    changes.push_back({begin_ns, 1});
    changes.push_back({end_ns, -1});
  }
  std::ranges::sort(changes); // ends before begins of the same moment
  int alive = 0, most = 0;
  for (const auto& [time_ns, change] : changes) most = std::max(most, alive += change);
  return static_cast<uint32_t>(most);
}

Result<RunStatistics> run_statistics(const EventSource& source, const StatisticsRequest& request) {
  StatisticsPass pass(source, request);
  TimelineSink sink = pass.beside({});
  auto head = build_timeline(source, sink);
  if (!head) return error_of(head);
  return pass.finish(*head);
}

Result<RunStatistics> run_statistics(const Trace& trace, const StatisticsRequest& request) {
  TimelineHead head = timeline_head(trace);
  StatisticsPass pass(trace, std::vector<uint32_t>(head.lanes.size(), 0), head.duration_ns, request);
  if (auto done = build_timeline(trace, pass.beside({})); !done) return error_of(done);
  return pass.finish(head);
}

Result<RunStatistics> run_statistics(const EventFile& file, const StatisticsRequest& request) {
  return run_statistics(EventFileSource(file), request);
}

} // namespace unply
