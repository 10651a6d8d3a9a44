#include "graph/prepared_runs.h"
#include <unordered_map>

namespace unply {

constexpr size_t kEntriesOfPart = 1024; // some 100 us: a crew begins and ends a step in 10
constexpr size_t kMostRows = 1 << 19;   // 20 MB that wait
constexpr size_t kMostRowsOfRun = 1 << 16;

PreparedRuns::PreparedRuns(const Histories& histories, unsigned threads) : histories_(histories), crew_(threads) {
  for (unsigned i = 0; i < crew_.threads(); ++i) workers_.emplace_back(histories);
}

void PreparedRuns::clear() {
  begin_ = end_ = 0;
  places_.clear();
}

// The first two with the same stores: from then on their edges are a list.
void PreparedRuns::choose(size_t first, const std::function<bool(const HistoryRun&)>& known) {
  std::unordered_map<uint64_t, int> seen;
  begin_ = end_ = first;
  places_.clear();
  parts_used_ = 0;
  size_t entries = kEntriesOfPart;
  for (; end_ < histories_.runs.size(); ++end_) {
    const HistoryRun& run = histories_.runs[end_];
    if (entries >= kEntriesOfPart) {
      if (parts_used_ == parts_.size()) parts_.emplace_back();
      parts_[parts_used_++].first = end_;
      entries = 0;
    }
    entries += run.end - run.begin;
    parts_[parts_used_ - 1].end = end_ + 1;
    bool wanted = !run.whole || !known(run);
    if (wanted && run.whole) {
      uint64_t hash = 0;
      for (const HistoryEntry& entry : histories_.entries_of(run))
        if (entry.kind() != kEntryRead)
          hash = (hash ^ entry.before ^ uint64_t{entry.site_kind} << 32 ^ entry.bytes << 8) * 0x9e3779b97f4a7c15ull;
      wanted = hash == 0 || ++seen[hash] <= 2;
    }
    places_.push_back({static_cast<uint32_t>(parts_used_ - 1), 0, 0, false, wanted});
  }
}

void PreparedRuns::prepare(size_t first, const std::function<bool(const HistoryRun&)>& known) {
  choose(first, known);
  if (parts_used_ < 2) return; // not worth a step
  rows_ = 0;
  crew_.share(parts_used_, [&](size_t part, unsigned thread) {
    parts_[part].rows.clear();
    parts_[part].done = part == 0 || rows_.load(std::memory_order_relaxed) < kMostRows;
    if (parts_[part].done) prepare_part(static_cast<uint32_t>(part), workers_[thread]);
  });
  auto parts = std::span(parts_).first(parts_used_);
  if (auto left = std::ranges::find(parts, false, &Part::done); left != parts.end()) end_ = left->first;
}

void PreparedRuns::prepare_part(uint32_t number, Worker& worker) {
  Part& part = parts_[number];
  worker.walk.begin(histories_.runs[part.first].begin);
  worker.walk.until(histories_.runs[part.end - 1].end);
  for (size_t run = part.first; run < part.end; ++run) {
    Place& place = places_[run - begin_];
    if (place.wanted) place.found = prepare_run(histories_.runs[run], place, part.rows, worker);
  }
  rows_.fetch_add(part.rows.size(), std::memory_order_relaxed);
}

bool PreparedRuns::prepare_run(const HistoryRun& run, Place& place, std::vector<EdgeRow>& rows, Worker& worker) {
  bool sound = true;
  VertexDependences& found = worker.dependences;
  const bool all = worker.walk.visit(run, sound, [&](const HistoryEntry& entry, uint32_t node, EdgeKind kind) {
    const HistoryNode& from = histories_.nodes[node];
    found.add(from.vertex, kind, from.site, entry.site(), entry.bytes);
    return found.size() < kMostRowsOfRun;
  });
  std::span<EdgeRow> taken = found.take(run.vertex);
  if (!all) return false;
  place.first = static_cast<uint32_t>(rows.size());
  place.count = static_cast<uint32_t>(taken.size());
  rows.insert(rows.end(), taken.begin(), taken.end());
  return true;
}

std::optional<std::span<EdgeRow>> PreparedRuns::of(size_t run) {
  if (run < begin_ || run >= end_ || !places_[run - begin_].found) return std::nullopt;
  const Place& place = places_[run - begin_];
  return std::span(parts_[place.part].rows).subspan(place.first, place.count);
}

} // namespace unply
