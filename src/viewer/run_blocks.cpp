#include "viewer/run_blocks.h"
#include "viewer/column_block.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr size_t kMostFull = 32;     // chunks that wait: 6 MB
constexpr uint64_t kBackwards = 128; // web/model.ts, kLineColumns
static_assert(kActivities <= 64, "six bits of a kind; web/model.ts");

// Collects rows by column and hands them to encode_columns.
template <size_t kColumns> struct Rows {
  std::array<std::vector<uint64_t>, kColumns> values;
  template <class... Numbers> void add(Numbers... numbers) {
    static_assert(sizeof...(numbers) == kColumns);
    size_t column = 0;
    (values[column++].push_back(static_cast<uint64_t>(numbers)), ...);
  }
  Bytes block(bool first_rises) const {
    std::array<ViewColumn, kColumns> columns;
    for (size_t c = 0; c < kColumns; ++c) columns[c] = {values[c], c == 0 && first_rises};
    return encode_columns(columns);
  }
};
} // namespace

RunBlocks::RunBlocks(BlockWriter& out, PyramidBuilder& pyramid) : out_(out), pyramid_(pyramid) {
  thread_ = std::thread([this] { run(); });
}

RunBlocks::~RunBlocks() { end_thread(); }

void RunBlocks::end_thread() { // after all that was handed over
  if (!thread_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
  }
  work_.notify_one();
  thread_.join();
}

void RunBlocks::hand_over(Chunk chunk) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [&] { return full_.size() < kMostFull; });
  full_.push_back(std::move(chunk));
  work_.notify_one();
}

void RunBlocks::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return ended_ || !full_.empty(); });
    if (full_.empty()) return;
    Chunk chunk = std::move(full_.front());
    full_.pop_front();
    room_.notify_one();
    lock.unlock();
    pack(chunk);
    chunk.intervals.clear();
    lock.lock();
    if (chunk.intervals.capacity() > 0) spare_.push_back(std::move(chunk.intervals));
  }
}

void RunBlocks::pack(Chunk& chunk) {
  if (!chunk.intervals.empty()) pack_intervals(chunk.lane, chunk.intervals);
  if (!chunk.lines.empty()) pack_lines(chunk.lines);
  if (!chunk.marks.empty()) pack_marks(chunk.marks);
}

void RunBlocks::add_intervals(uint32_t lane, std::span<const StateInterval> intervals) {
  if (lane >= open_.size()) open_.resize(lane + 1);
  std::vector<StateInterval>& open = open_[lane].intervals;
  while (!intervals.empty()) {
    auto some = intervals.first(std::min(intervals.size(), kChunkRows - open.size()));
    open.insert(open.end(), some.begin(), some.end());
    intervals = intervals.subspan(some.size());
    if (open.size() == kChunkRows) hand_over_intervals(lane);
  }
}

void RunBlocks::hand_over_intervals(uint32_t lane) {
  open_[lane].lane = lane;
  hand_over(std::exchange(open_[lane], {}));
  std::lock_guard lock(mutex_);
  if (spare_.empty()) return;
  open_[lane].intervals = std::move(spare_.back());
  spare_.pop_back();
}

void RunBlocks::pack_intervals(uint32_t lane, std::span<const StateInterval> rows) {
  pyramid_.add(lane, rows);
  note_occurrences(lane, rows);
  auto& [end_ns, kind, site, region, core, object, extra] = columns_;
  for (auto& column : columns_) column.resize(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const StateInterval& row = rows[i];
    end_ns[i] = row.end_ns;
    kind[i] = static_cast<uint64_t>(row.state) << 6 | static_cast<uint64_t>(row.activity);
    site[i] = row.site;
    region[i] = row.region;
    core[i] = row.core;
    object[i] = row.object;
    extra[i] = row.extra;
  }
  if (lane >= index_.lanes.size()) index_.lanes.resize(lane + 1);
  LaneChunks& index = index_.lanes[lane];
  ViewColumn columns[] = {{end_ns, true}, {kind}, {site}, {region}, {core}, {object}, {extra}};
  out_.put(fmt::format("i/{}/{}", lane, index.begin_ns.size()), encode_columns(columns));
  index.begin_ns.push_back(rows.front().begin_ns);
  index.intervals.push_back(rows.size());
  index_.intervals += rows.size();
}

void RunBlocks::note_occurrences(uint32_t lane, std::span<const StateInterval> rows) {
  size_t first_row = occurrences_.size();
  uint32_t number = lane < index_.lanes.size() ? static_cast<uint32_t>(index_.lanes[lane].begin_ns.size()) : 0;
  for (const StateInterval& row : rows) {
    if (row.site == 0) continue;
    if (row.site >= row_of_site_.size()) row_of_site_.resize(row.site + size_t{1});
    uint64_t begin = &row == rows.data() ? row.begin_ns : (&row)[-1].end_ns, time_ns = row.end_ns - begin;
    if (row_of_site_[row.site] == 0) {
      occurrences_.push_back({.site = row.site, .lane = lane, .chunk = number, .count = 0, .first_ns = begin});
      row_of_site_[row.site] = static_cast<uint32_t>(occurrences_.size());
    }
    Occurrence& occurrence = occurrences_[row_of_site_[row.site] - 1];
    ++occurrence.count;
    occurrence.total_ns += time_ns;
    if (row.state == ProcState::active) occurrence.active_ns += time_ns;
  }
  for (size_t row = first_row; row < occurrences_.size(); ++row) row_of_site_[occurrences_[row].site] = 0;
}

static uint64_t late_end(const DependencyLine& line) { return std::max(line.from_ns, line.to_ns); }

void RunBlocks::add_line(const DependencyLine& line) {
  size_t kind = static_cast<size_t>(line.kind);
  if (kind >= lines_by_kind_.size()) lines_by_kind_.resize(kind + 1);
  ++lines_by_kind_[kind];
  open_lines_.lines.push_back(line);
  if (open_lines_.lines.size() == kChunkRows) hand_over(std::exchange(open_lines_, {}));
}

void RunBlocks::pack_lines(std::vector<DependencyLine>& lines) {
  std::ranges::sort(lines, {}, [](const DependencyLine& line) {
    return std::tuple(late_end(line), std::min(line.from_ns, line.to_ns), line.from_lane, line.to_lane, line.kind);
  });
  Rows<7> rows;
  uint64_t begin = UINT64_MAX;
  for (const DependencyLine& line : lines) {
    uint64_t early = std::min(line.from_ns, line.to_ns);
    uint64_t kind = static_cast<uint64_t>(line.kind) | (line.from_ns > line.to_ns ? kBackwards : 0);
    rows.add(late_end(line), late_end(line) - early, kind, line.from_lane, line.to_lane, line.site, line.object);
    begin = std::min(begin, early);
  }
  out_.put(fmt::format("l/{}", index_.lines.size()), rows.block(true));
  index_.lines.push_back({begin, late_end(lines.back()), lines.size()});
  index_.line_count += lines.size();
}

void RunBlocks::add_mark(const UserMark& mark) {
  open_marks_.marks.push_back(mark);
  if (open_marks_.marks.size() == kChunkRows) hand_over(std::exchange(open_marks_, {}));
}

void RunBlocks::pack_marks(std::vector<UserMark>& marks) {
  if (!std::ranges::is_sorted(marks, {}, &UserMark::time_ns)) std::ranges::sort(marks, {}, &UserMark::time_ns);
  Rows<8> rows;
  for (const UserMark& mark : marks) {
    auto name = std::ranges::find(index_.mark_names, mark.name); // programs record a handful of names
    size_t row = static_cast<size_t>(name - index_.mark_names.begin());
    if (name == index_.mark_names.end()) index_.mark_names.push_back(mark.name);
    rows.add(mark.time_ns, mark.lane, mark.kind == kEventUserValue, mark.value_type, row, mark.site,
             mark.bits & 0xffffffff, mark.bits >> 32);
  }
  out_.put(fmt::format("m/{}", index_.marks.size()), rows.block(true));
  index_.marks.push_back({marks.front().time_ns, marks.back().time_ns, marks.size()});
  index_.mark_count += marks.size();
}

void RunBlocks::write_occurrences() {
  std::ranges::sort(occurrences_, {}, [](const Occurrence& o) { return std::tuple(o.site, o.lane, o.chunk); });
  Rows<7> rows;
  for (const Occurrence& o : occurrences_)
    rows.add(o.site, o.lane, o.chunk, o.count, o.first_ns, o.total_ns, o.active_ns);
  out_.put("o", rows.block(true));
}

RunIndex RunBlocks::finish(size_t lanes) {
  for (uint32_t lane = 0; lane < open_.size(); ++lane) hand_over_intervals(lane);
  hand_over(std::move(open_lines_));
  hand_over(std::move(open_marks_));
  end_thread();
  write_occurrences();
  index_.lines_by_kind = std::move(lines_by_kind_);
  index_.lanes.resize(std::max(lanes, index_.lanes.size()));
  return std::move(index_);
}

} // namespace unply
