#include "viewer/run_blocks.h"
#include "viewer/column_block.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {
constexpr uint64_t kBackwards = 128; // web/model.ts, kLineColumns
static_assert(static_cast<size_t>(Activity::preempted) < 32, "state and activity share eight bits");

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

void RunBlocks::add_intervals(uint32_t lane, std::span<const StateInterval> intervals) {
  if (lane >= open_.size()) open_.resize(lane + 1);
  if (lane >= index_.lanes.size()) index_.lanes.resize(lane + 1);
  OpenChunk& chunk = open_[lane];
  for (const StateInterval& interval : intervals) {
    if (chunk.end_ns.empty()) chunk.begin_ns = interval.begin_ns;
    chunk.end_ns.push_back(interval.end_ns);
    chunk.kind.push_back(static_cast<uint64_t>(interval.state) << 5 | static_cast<uint64_t>(interval.activity));
    chunk.site.push_back(interval.site);
    chunk.region.push_back(interval.region);
    chunk.core.push_back(interval.core);
    chunk.object.push_back(interval.object);
    chunk.extra.push_back(interval.extra);
    if (chunk.end_ns.size() == kChunkRows) close_intervals(lane);
  }
}

void RunBlocks::close_intervals(uint32_t lane) {
  OpenChunk& chunk = open_[lane];
  if (chunk.end_ns.empty()) return;
  LaneChunks& index = index_.lanes[lane];
  note_occurrences(lane, chunk);
  ViewColumn columns[] = {{chunk.end_ns, true}, {chunk.kind},   {chunk.site}, {chunk.region},
                          {chunk.core},         {chunk.object}, {chunk.extra}};
  out_.put(fmt::format("i/{}/{}", lane, index.begin_ns.size()), encode_columns(columns));
  index.begin_ns.push_back(chunk.begin_ns);
  index.intervals.push_back(chunk.end_ns.size());
  index_.intervals += chunk.end_ns.size();
  for (auto* column :
       {&chunk.end_ns, &chunk.kind, &chunk.site, &chunk.region, &chunk.core, &chunk.object, &chunk.extra})
    column->clear();
}

void RunBlocks::note_occurrences(uint32_t lane, const OpenChunk& chunk) {
  size_t first_row = occurrences_.size();
  uint32_t number = static_cast<uint32_t>(index_.lanes[lane].begin_ns.size());
  for (size_t i = 0; i < chunk.site.size(); ++i) {
    uint32_t site = static_cast<uint32_t>(chunk.site[i]);
    uint64_t begin = i == 0 ? chunk.begin_ns : chunk.end_ns[i - 1];
    if (site == 0) continue;
    if (site >= row_of_site_.size()) row_of_site_.resize(site + 1);
    if (row_of_site_[site] == 0) {
      occurrences_.push_back({site, lane, number, 0, begin});
      row_of_site_[site] = static_cast<uint32_t>(occurrences_.size());
    }
    Occurrence& occurrence = occurrences_[row_of_site_[site] - 1];
    ++occurrence.count;
    occurrence.total_ns += chunk.end_ns[i] - begin;
    if (chunk.kind[i] >> 5 == static_cast<uint64_t>(ProcState::active)) occurrence.active_ns += chunk.end_ns[i] - begin;
  }
  for (size_t row = first_row; row < occurrences_.size(); ++row) row_of_site_[occurrences_[row].site] = 0;
}

static uint64_t late_end(const DependencyLine& line) { return std::max(line.from_ns, line.to_ns); }

void RunBlocks::add_line(const DependencyLine& line) {
  size_t kind = static_cast<size_t>(line.kind);
  if (kind >= index_.lines_by_kind.size()) index_.lines_by_kind.resize(kind + 1);
  ++index_.lines_by_kind[kind];
  lines_.push_back(line);
  if (lines_.size() == kChunkRows) close_lines();
}

void RunBlocks::close_lines() {
  if (lines_.empty()) return;
  std::ranges::sort(lines_, {}, [](const DependencyLine& line) {
    return std::tuple(late_end(line), std::min(line.from_ns, line.to_ns), line.from_lane, line.to_lane, line.kind);
  });
  Rows<7> rows;
  uint64_t begin = UINT64_MAX;
  for (const DependencyLine& line : lines_) {
    uint64_t early = std::min(line.from_ns, line.to_ns);
    uint64_t kind = static_cast<uint64_t>(line.kind) | (line.from_ns > line.to_ns ? kBackwards : 0);
    rows.add(late_end(line), late_end(line) - early, kind, line.from_lane, line.to_lane, line.site, line.object);
    begin = std::min(begin, early);
  }
  out_.put(fmt::format("l/{}", index_.lines.size()), rows.block(true));
  index_.lines.push_back({begin, late_end(lines_.back()), lines_.size()});
  index_.line_count += lines_.size();
  lines_.clear();
}

void RunBlocks::add_mark(const UserMark& mark) {
  marks_.push_back(mark);
  if (marks_.size() == kChunkRows) close_marks();
}

void RunBlocks::close_marks() {
  if (marks_.empty()) return;
  if (!std::ranges::is_sorted(marks_, {}, &UserMark::time_ns)) std::ranges::sort(marks_, {}, &UserMark::time_ns);
  Rows<8> rows;
  for (const UserMark& mark : marks_) {
    auto name = std::ranges::find(index_.mark_names, mark.name); // programs record a handful of names
    size_t row = static_cast<size_t>(name - index_.mark_names.begin());
    if (name == index_.mark_names.end()) index_.mark_names.push_back(mark.name);
    rows.add(mark.time_ns, mark.lane, mark.kind == kEventUserValue, mark.value_type, row, mark.site,
             mark.bits & 0xffffffff, mark.bits >> 32);
  }
  out_.put(fmt::format("m/{}", index_.marks.size()), rows.block(true));
  index_.marks.push_back({marks_.front().time_ns, marks_.back().time_ns, marks_.size()});
  index_.mark_count += marks_.size();
  marks_.clear();
}

void RunBlocks::write_occurrences() {
  std::ranges::sort(occurrences_, {}, [](const Occurrence& o) { return std::tuple(o.site, o.lane, o.chunk); });
  Rows<7> rows;
  for (const Occurrence& o : occurrences_)
    rows.add(o.site, o.lane, o.chunk, o.count, o.first_ns, o.total_ns, o.active_ns);
  out_.put("o", rows.block(true));
}

RunIndex RunBlocks::finish(size_t lanes) {
  for (uint32_t lane = 0; lane < open_.size(); ++lane) close_intervals(lane);
  close_lines();
  close_marks();
  write_occurrences();
  index_.lanes.resize(std::max(lanes, index_.lanes.size()));
  return std::move(index_);
}

} // namespace unply
