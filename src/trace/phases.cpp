#include "trace/phases.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <tuple>

namespace unply {

namespace {

constexpr uint32_t kNoCall = 0xffffffff;
constexpr uint64_t kMostPhases = uint64_t{1} << 27; // 12 GB; only a damaged file has more

bool comes_before(const PhaseRow& x, const PhaseRow& y) {
  return std::tuple(x.rank, x.begin_ns, x.process, x.thread) < std::tuple(y.rank, y.begin_ns, y.process, y.thread);
}

} // namespace

const char* name_of(Phase phase) {
  constexpr const char* kNames[kPhases] = {"call", "divide", "sequential", "exchange", "combine"};
  return kNames[static_cast<size_t>(phase)];
}

std::optional<Phase> phase_of_event(uint64_t a) {
  uint64_t number = a >> 32;
  return number < kPhases ? std::optional(static_cast<Phase>(number)) : std::nullopt;
}

void PhaseCollector::begin(uint32_t thread, uint64_t time_ns, uint32_t site, uint64_t a, uint64_t b) {
  auto phase = phase_of_event(a);
  if (!phase) return;
  std::vector<Open>& open = threads_[thread].open;
  PhaseRow row;
  row.thread = thread;
  row.phase = *phase, row.level = level_of_event(a), row.partner = partner_of_event(b);
  row.site = site, row.begin_ns = time_ns;
  row.call = open.empty() ? kNoCall : phases_.rows[open.back().row].call;
  if (*phase == Phase::call) row.call = static_cast<uint32_t>(std::min<uint64_t>(calls_++, kNoCall - 1));
  open.push_back({phases_.rows.size(), {}});
  phases_.rows.push_back(row);
}

void PhaseCollector::close(Thread& thread, uint64_t time_ns, bool finished) {
  const std::vector<TimedFeature>& features = thread.open.back().features;
  PhaseRow& row = phases_.rows[thread.open.back().row];
  row.finished = finished;
  row.end_ns = std::max(time_ns, row.begin_ns);
  row.first_feature = static_cast<uint32_t>(phases_.features.size());
  row.features = static_cast<uint32_t>(features.size());
  for (const TimedFeature& each : features) phases_.features.push_back(each.feature);
  thread.open.pop_back();
}

// Those inside that have no end were left by an exception, or their end fell into a pause. What was told of them at the
// time of this end, and not of their begin, is told of the phase that ends.
void PhaseCollector::end(uint32_t number, uint64_t time_ns, uint64_t a, uint64_t b) {
  Thread& thread = threads_[number];
  auto phase = phase_of_event(a);
  auto same = [&](const Open& each) {
    const PhaseRow& row = phases_.rows[each.row];
    return row.phase == phase && row.level == level_of_event(a);
  };
  auto found = std::find_if(thread.open.rbegin(), thread.open.rend(), same);
  if (found == thread.open.rend()) return; // its begin is not recorded
  Open& ending = *found;
  if (Open& innermost = thread.open.back(); &innermost != &ending && phases_.rows[innermost.row].begin_ns < time_ns) {
    auto of_end = std::ranges::stable_partition(innermost.features,
                                                [&](const TimedFeature& each) { return each.time_ns != time_ns; });
    ending.features.insert(ending.features.end(), of_end.begin(), of_end.end());
    innermost.features.erase(of_end.begin(), of_end.end());
  }
  PhaseRow& row = phases_.rows[ending.row];
  row.bytes = b;
  if (thread.cpu_time_ns == time_ns) row.cpu_ns = std::exchange(thread.cpu_ns, 0);
  size_t depth = static_cast<size_t>(thread.open.rend() - found);
  while (thread.open.size() > depth) close(thread, time_ns, false);
  close(thread, time_ns, true);
}

void PhaseCollector::take(uint32_t number, uint8_t kind, uint64_t time_ns, uint32_t site, uint64_t a, uint64_t b) {
  if (kind == kEventPhaseBegin) return begin(number, time_ns, site, a, b);
  if (kind != kEventPhaseEnd && kind != kEventPhaseFeature && kind != kEventPhaseCpu) return;
  auto found = threads_.find(number);
  if (found == threads_.end() || found->second.open.empty()) return;
  Thread& thread = found->second;
  if (kind == kEventPhaseEnd) return end(number, time_ns, a, b);
  if (kind == kEventPhaseCpu) {
    thread.cpu_ns = b, thread.cpu_time_ns = time_ns;
    return;
  }
  uint32_t name = name_rows_.try_emplace(a, static_cast<uint32_t>(name_rows_.size())).first->second;
  double value;
  std::memcpy(&value, &b, sizeof value);
  thread.open.back().features.push_back({time_ns, {StringId{name}, value}});
}

void PhaseCollector::end_thread(uint32_t number, uint64_t last_ns) {
  auto found = threads_.find(number);
  if (found == threads_.end()) return;
  while (!found->second.open.empty()) close(found->second, last_ns, false);
}

// Calls were numbered as they were met. In the end they count up within a process in the order of their begins, and a
// phase on a thread that is in no call belongs to the one of its process that had begun last.
void PhaseCollector::number_calls() {
  struct Call {
    uint64_t begin_ns;
    uint32_t met;
  };
  std::map<uint32_t, std::vector<Call>> calls; // by process
  for (const PhaseRow& row : phases_.rows)
    if (row.phase == Phase::call) calls[row.process].push_back({row.begin_ns, row.call});
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
  for (auto& [process, list] : calls)
    for (uint32_t number = 0; number < list.size(); ++number) numbers[{process, list[number].met}] = number;
  for (PhaseRow& row : phases_.rows) {
    if (row.call != kNoCall) {
      row.call = numbers.at({row.process, row.call});
      continue;
    }
    const std::vector<Call>& list = calls[row.process];
    auto after = std::ranges::upper_bound(list, row.begin_ns, {}, &Call::begin_ns);
    row.call = after == list.begin() ? 0 : static_cast<uint32_t>(after - list.begin() - 1);
  }
}

Phases PhaseCollector::finish(const Trace& tables, std::span<const EventProcess> processes,
                              std::span<const EventThread> threads, std::span<const EventObject> objects) {
  for (const auto& [number, thread] : threads_)
    end_thread(number, number < threads.size() ? threads[number].end_ns : 0);
  for (PhaseRow& row : phases_.rows) {
    row.process = row.thread < threads.size() ? threads[row.thread].process : 0;
    row.rank = row.process < processes.size() ? processes[row.process].rank : 0;
  }
  std::ranges::stable_sort(phases_.rows, comes_before); // those of a thread are in the order of their begins
  number_calls();
  phases_.strings.resize(name_rows_.size());
  for (const auto& [number, row] : name_rows_)
    if (const EventObject* object = find_object(objects, ObjectKind::name, number))
      phases_.strings[row] = tables.text(object->name);
  phases_.complete = tables.info.complete;
  phases_.incomplete_why = tables.info.incomplete_why;
  return std::move(phases_);
}

Result<Phases> read_phases(const EventFile& file) {
  PhaseCollector collector;
  EventBlock block;
  for (size_t i = 0; i < file.blocks().size(); ++i) {
    TRY(file.read_block(i, block));
    for (size_t row = 0; row < block.size(); ++row)
      collector.take(block.thread, block.kind[row], block.time_ns[row], block.site[row], block.a[row], block.b[row]);
    bool last = i + 1 == file.blocks().size() || file.blocks()[i + 1].thread != block.thread;
    if (last && block.size() > 0) collector.end_thread(block.thread, block.time_ns.back());
    if (collector.size() > kMostPhases) return fail(fmt::format("more than {} phases", kMostPhases));
  }
  return collector.finish(file.tables(), file.processes(), file.threads(), file.objects());
}

Result<Phases> read_phases(const std::string& path) {
  auto file = EventFile::open(path);
  if (!file) return error_of(file);
  auto phases = read_phases(*file);
  if (!phases) return std::unexpected(phases.error().about(path));
  if (phases->rows.empty())
    return fail(path + ": holds no phases of a skeleton",
                "programs that call unply::divide_and_conquer(), or unply_phase_begin() themselves, record them");
  return phases;
}

} // namespace unply
