// A handmade run for tests: random intervals that tile their lanes, lines, marks, and names that would break a page
// that forgot to escape them.
#pragma once
#include "viewer/prepare_run.h"
#include <algorithm>
#include <random>

namespace unply {

inline constexpr const char* kHostileName = "</script><script>alert(1)</script><!-- \xe2\x80\xa8 \xff \"'&";

struct SampleRun {
  Trace trace;
  TimelineHead head;
  std::vector<std::vector<StateInterval>> intervals; // by lane
  std::vector<DependencyLine> lines;
  std::vector<UserMark> marks;

  Result<ViewRun> prepare(const ViewRunOptions& options = {}, uint64_t events = 1) const {
    RunTables tables{&trace, {}, {}, head.duration_ns, events};
    auto build = [this](const TimelineSink& sink) -> Result<TimelineHead> {
      for (uint32_t lane = 0; lane < intervals.size(); ++lane)
        for (size_t at = 0; at < intervals[lane].size(); at += 1000)
          sink.intervals(lane,
                         std::span(intervals[lane]).subspan(at, std::min<size_t>(1000, intervals[lane].size() - at)));
      for (const DependencyLine& line : lines) sink.line(line);
      for (const UserMark& mark : marks) sink.mark(mark);
      return head;
    };
    return prepare_run(tables, intervals[0].size(), build, options);
  }
};

inline SampleRun sample_run(size_t lanes, size_t rows, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  SampleRun run;
  run.trace.strings = {"", kHostileName, "solve.cpp", "x"};
  run.trace.info.program = kHostileName;
  run.trace.sites.resize(1);
  for (uint32_t line = 1; line < 6; ++line)
    run.trace.sites.push_back({StringId{line % 2 + 1}, StringId{1}, StringId{0}, StringId{0}, line, 0, 0, 0});
  run.head.duration_ns = rows * 1000;
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    std::vector<StateInterval>& of = run.intervals.emplace_back();
    uint64_t begin = random() % 500, at = begin;
    for (size_t i = 0; i < rows; ++i) {
      uint64_t end = at + 1 + random() % 999;
      of.push_back({at, end, static_cast<ProcState>(random() % kProcStates), static_cast<Activity>(random() % 27),
                    static_cast<uint16_t>(random() % 4), static_cast<uint32_t>(random() % 6), 7, random() % 100'000,
                    random() % 9});
      at = end;
    }
    run.head.lanes.push_back({"thread " + std::to_string(lane), 0, begin, at});
  }
  for (size_t i = 0; i < rows; ++i) {
    uint64_t early = i * 1000, late = early + random() % 4000; // some run backwards
    run.lines.push_back({static_cast<LineKind>(i % 10), 0, static_cast<uint32_t>(lanes - 1), early,
                         i % 97 == 0 && early > 5 ? early - 5 : late, 1, i});
    if (i % 3 == 0) run.marks.push_back({0, 2, early, kEventUserValue, kValueFloat64, StringId{3}, random()});
  }
  std::ranges::sort(run.lines, {}, [](const DependencyLine& l) { return std::max(l.from_ns, l.to_ns); });
  return run;
}

} // namespace unply
