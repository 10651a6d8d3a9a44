#include "collect/rank_clocks.h"
#include "collect/rank_words.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace unply {

namespace {

double signed_ticks(uint64_t a, uint64_t b) { return static_cast<double>(static_cast<int64_t>(a - b)); }

uint64_t along(const SpooledClock& pair, double rate, uint64_t ticks) {
  if (rate == 1) return pair.there + (ticks - pair.here); // exact, modulo 2^64
  return pair.there + static_cast<uint64_t>(std::llround(signed_ticks(ticks, pair.here) * rate));
}

} // namespace

RankClocks::RankClocks(const SpoolReader& spool) : spool_(spool) {
  for (const SpooledProcess& process : spool.processes())
    if (process.row.rank == 1 && !process.threads.empty() && !first_) first_ = &process;
  if (!first_) return;
  ns_per_tick_ = first_->ns_per_tick;
  for (const SpooledProcess& process : spool.processes())
    if (process.row.job == first_->row.job && process.at_begin) add_line(process);
  for (const SpooledProcess& process : spool.processes())
    if (!process.threads.empty()) add_line(process);
}

// Before rank 0 was there, or without one, all is as the recorder's.
uint64_t RankClocks::clock_of(const SpooledProcess& process) const {
  return process.row.clock ? process.row.clock : spool_.header().clock;
}

const RankClocks::Line* RankClocks::line_of(const SpooledProcess& process) const {
  for (const Line& line : lines_)
    if (line.clock == clock_of(process)) return &line;
  return nullptr;
}

void RankClocks::add_line(const SpooledProcess& process) {
  const SpoolProcess& first = first_->row;
  if (clock_of(process) == clock_of(*first_) || line_of(process)) return;
  Line line{.clock = clock_of(process),
            .job = process.row.job,
            .begin = {},
            .end = {},
            .rate = process.ns_per_tick / ns_per_tick_,
            .by_time_of_day = false};
  if (process.at_begin && process.row.job == first.job) {
    line.begin = *process.at_begin;
    if (process.at_end && process.at_end->here > line.begin.here && process.at_end->there > line.begin.there)
      line.end = process.at_end;
  } else {
    double apart = static_cast<double>(process.row.time_ns - first.time_ns) / ns_per_tick_;
    line.by_time_of_day = true;
    line.begin = {process.row.start_ticks, first.start_ticks + static_cast<uint64_t>(std::llround(apart)), 0};
  }
  lines_.push_back(line);
}

uint64_t RankClocks::aligned(const SpooledProcess& process, uint64_t ticks) const {
  const Line* line = several() ? line_of(process) : nullptr;
  if (!line) return ticks;
  const SpooledClock& begin = line->begin;
  if (ticks <= begin.here || !line->end) return along(begin, line->rate, ticks);
  const SpooledClock& end = *line->end;
  if (ticks >= end.here) return along(end, line->rate, ticks);
  return along(begin, signed_ticks(end.there, begin.there) / signed_ticks(end.here, begin.here), ticks);
}

uint64_t RankClocks::uncertainty(const SpooledProcess& process) const {
  const Line* line = line_of(process);
  if (!line) return 0;
  return std::max(line->begin.uncertainty, line->end ? line->end->uncertainty : 0);
}

RankClocks::Pair RankClocks::first_pair() const {
  const SpoolHeader& header = spool_.header();
  if (!first_ || clock_of(*first_) == header.clock) return {header.start_ticks, header.start_ns};
  return {first_->row.start_ticks, first_->row.start_ns};
}

RankClocks::Pair RankClocks::last_pair() const {
  const SpoolHeader& header = spool_.header();
  if (!first_ || clock_of(*first_) == header.clock) return {header.end_ticks, header.end_ns};
  uint64_t ran_ns = header.end_ns - header.start_ns;
  auto ran_ticks = static_cast<uint64_t>(std::llround(static_cast<double>(ran_ns) / ns_per_tick_));
  return {first_->row.start_ticks + ran_ticks, first_->row.start_ns + ran_ns};
}

std::string RankClocks::sentence_on(const Line& line) const {
  std::vector<const SpooledProcess*> ranks;
  for (const SpooledProcess& process : spool_.processes())
    if (process.row.rank && !process.threads.empty() && clock_of(process) == line.clock) ranks.push_back(&process);
  double ahead_ns = ns_of(signed_ticks(line.begin.here, line.begin.there));
  std::string text = fmt::format("the clock of {} is {} {} rank 0's", words_for_ranks(ranks),
                                 words_for_ns(std::fabs(ahead_ns)), ahead_ns < 0 ? "behind" : "ahead of");
  if (line.by_time_of_day)
    return text + ", as far as the times of day tell; messages between them may seem to go back in time";
  auto known = [&](const SpooledClock& pair) { return words_for_ns(ns_of(static_cast<double>(pair.uncertainty))); };
  text += fmt::format(", known to {} at MPI_Init", known(line.begin));
  if (!line.end) return text + "; MPI_Finalize was not reached, so that its drift is not known";
  text += fmt::format(" and {} at MPI_Finalize", known(*line.end));
  double gained = signed_ticks(line.end->here - line.begin.here, line.end->there - line.begin.there);
  if (std::fabs(gained) <= static_cast<double>(line.begin.uncertainty + line.end->uncertainty)) return text;
  return text + fmt::format("; it gains {:.2f} us/s", gained / signed_ticks(line.end->there, line.begin.there) * 1e6);
}

std::vector<std::string> RankClocks::notes() const {
  std::vector<std::string> notes;
  for (const Line& line : lines_) notes.push_back(sentence_on(line));
  std::vector<const SpooledProcess*> ranks;
  for (const SpooledProcess& process : spool_.processes())
    if (process.row.job && !process.threads.empty()) ranks.push_back(&process);
  if (lines_.empty() && ranks.size() > 1)
    notes.push_back(fmt::format("{} read one clock: nothing to align", words_for_ranks(ranks)));
  return notes;
}

} // namespace unply
