// An execution is closed when its region ends, or when a member is so many constructs ahead that no thread can still be
// in it: libomp lets threads be seven loops apart.
#include "timeline/loops.h"
#include <tuple>

namespace unply {

static constexpr size_t kMostChunks = 4096; // kept of one execution
static constexpr uint32_t kMostApart = 64;

static bool is_barrier(const Construct& construct) {
  return construct.kind == ConstructKind::wait && construct.detail >= kWaitBarrierImplicit &&
         construct.detail <= kWaitBarrierImplementation;
}

LoopCollector::Member& LoopCollector::member_of(Execution& execution, uint32_t lane) {
  for (Member& member : execution.members)
    if (member.lane == lane) return member;
  return execution.members.emplace_back(lane);
}

LoopCollector::Last& LoopCollector::last_of(uint32_t lane) {
  if (last_.size() <= lane) last_.resize(lane + 1);
  return last_[lane];
}

void LoopCollector::forget(const Execution& execution) {
  for (const Member& member : execution.members)
    if (Last& last = last_of(member.lane); last.execution == &execution) last.execution = nullptr;
}

void LoopCollector::take_chunk(const Construct& chunk, uint32_t process) {
  Last& last = last_of(chunk.lane);
  Key key = key_of(chunk, process);
  if (last.execution == nullptr || last.key != key) {
    last.key = key;
    last.execution = &open_[key];
    last.member = static_cast<size_t>(&member_of(*last.execution, chunk.lane) - last.execution->members.data());
  }
  Execution& execution = *last.execution;
  Member& member = execution.members[last.member];
  member.chunks += chunk.count;
  execution.handed_out += chunk.extra * chunk.count - chunk.shortfall;
  for (uint64_t i = 1; i < std::min<uint64_t>(chunk.count, kMostChunks); ++i) execution.chunk_size.add(chunk.extra);
  execution.chunk_size.add(chunk.extra - chunk.shortfall);
  execution.series |= chunk.count > 1;
  if (chunk.count == 1) execution.chunk_ns.add(chunk.active_ns);
  if (execution.chunks.size() <= kMostChunks) execution.chunks.push_back({chunk.object, chunk.extra, chunk.active_ns});
}

void LoopCollector::take(const Construct& construct, uint32_t process) {
  if (construct.kind == ConstructKind::loop) {
    Execution& execution = open_[key_of(construct, process)];
    execution.site = construct.site;
    execution.around = construct.around;
    execution.schedule = construct.detail;
    execution.iterations = construct.object;
    execution.begin_ns = std::min(execution.begin_ns, construct.begin_ns);
    execution.end_ns = std::max(execution.end_ns, construct.end_ns);
    Member& member = member_of(execution, construct.lane);
    member.active_ns = construct.active_ns, member.preempted_ns = construct.preempted_ns;
    Last& last = last_of(construct.lane);
    last.region = construct.region, last.site = construct.site;
    if (construct.ordinal > kMostApart) {
      auto old = open_.find({uint64_t{process} << 32 | construct.region, construct.ordinal - kMostApart});
      if (old != open_.end()) {
        close(old->second);
        forget(old->second);
        open_.erase(old);
      }
    }
  }
  if (is_barrier(construct) && construct.lane < last_.size()) {
    Last& last = last_[construct.lane];
    if (last.site != 0 && last.region == construct.region)
      row_of(last.site).end_waits_ns.add(construct.end_ns - construct.begin_ns);
    last.site = 0;
  }
  if (construct.kind != ConstructKind::region) return;
  uint64_t key = uint64_t{process} << 32 | construct.region;
  for (auto each = open_.lower_bound({key, 0}); each != open_.end() && each->first.first == key;) {
    close(each->second);
    forget(each->second);
    each = open_.erase(each);
  }
}

LoopStatistics& LoopCollector::row_of(uint32_t site) {
  auto [found, is_new] = rows_of_site_.try_emplace(site, rows_.size());
  if (is_new) {
    rows_.push_back({});
    rows_.back().site = site;
    blame_.emplace_back();
  }
  return rows_[found->second];
}

static void add(Spread& to, const Extent& more) { // without the deviation, which nobody asks of chunks
  to.count += more.count;
  to.sum += more.sum;
  to.least = std::min(to.least, more.least);
  to.most = std::max(to.most, more.most);
}

void LoopCollector::close(const Execution& execution) {
  if (execution.end_ns == 0) return; // chunks of a loop that was begun outside of the window
  if (closed) closed(execution);
  LoopStatistics& row = row_of(execution.site);
  ++row.executions;
  row.schedule = execution.schedule;
  row.elapsed_ns += execution.end_ns - execution.begin_ns;
  row.duration_ns.add(execution.end_ns - execution.begin_ns);
  row.iterations.add(execution.iterations != 0 ? execution.iterations : execution.handed_out);
  uint64_t sum_ns = 0, working = 0;
  const Member* slowest = nullptr;
  for (const Member& member : execution.members) {
    sum_ns += member.active_ns;
    row.preempted_ns += member.preempted_ns;
    working += member.chunks > 0;
    row.chunks.add(member.chunks);
    if (slowest == nullptr || member.active_ns > slowest->active_ns) slowest = &member;
  }
  row.threads.add(working > 0 ? working : execution.members.size());
  add(row.chunk_size, execution.chunk_size);
  if (!execution.series) add(row.chunk_ns, execution.chunk_ns);
  row.active_ns += sum_ns;
  row.all_active_ns.add(sum_ns);
  if (slowest == nullptr) return;
  uint64_t mean_ns = sum_ns / execution.members.size(), late_ns = slowest->active_ns - mean_ns;
  row.slowest_ns += slowest->active_ns;
  row.mean_ns += mean_ns;
  row.lost_ns += late_ns * execution.members.size();
  blame_[rows_of_site_[execution.site]][slowest->lane] += late_ns;
  bool usable = !execution.series && execution.chunks.size() <= kMostChunks && execution.members.size() > 1;
  if (!usable || (!row.worst.empty() && slowest->active_ns - mean_ns <= row.slowest_lane_ns)) return;
  row.worst = execution.chunks;
  std::ranges::sort(row.worst, {}, &LoopChunk::first);
  row.worst_threads = static_cast<uint32_t>(execution.members.size());
  row.worst_slowest_ns = slowest->active_ns;
  row.slowest_lane_ns = late_ns; // until finish
}

std::vector<LoopStatistics> LoopCollector::finish() {
  for (const auto& [key, execution] : open_) close(execution);
  open_.clear();
  for (size_t i = 0; i < rows_.size(); ++i) {
    rows_[i].slowest_lane_ns = 0;
    for (const auto& [lane, time_ns] : blame_[i])
      if (time_ns > rows_[i].slowest_lane_ns) rows_[i].slowest_lane = lane, rows_[i].slowest_lane_ns = time_ns;
  }
  std::erase_if(rows_, [](const LoopStatistics& row) { return row.executions == 0; });
  std::ranges::sort(rows_, std::greater(),
                    [](const LoopStatistics& row) { return std::tuple(row.lost_ns, row.elapsed_ns, ~row.site); });
  return std::move(rows_);
}

} // namespace unply
