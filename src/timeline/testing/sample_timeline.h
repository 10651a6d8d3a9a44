// Test helper: a timeline as words, for comparison with an expectation.
#pragma once
#include "timeline/testing/sample_events.h"
#include "timeline/timeline.h"

namespace unply {

struct SampleTimeline {
  explicit SampleTimeline(const EventSource& source, uint64_t from_ns = 0, uint64_t to_ns = ~uint64_t{0}) {
    TimelineSink sink;
    intervals.resize(source.threads().size());
    sink.intervals = [&](uint32_t lane, std::span<const StateInterval> more) {
      intervals[lane].insert(intervals[lane].end(), more.begin(), more.end());
    };
    sink.line = [&](const DependencyLine& each) {
      lines.push_back(std::string(name_of(each.kind)) + " " + std::to_string(each.from_lane) + "@" +
                      std::to_string(each.from_ns) + " -> " + std::to_string(each.to_lane) + "@" +
                      std::to_string(each.to_ns));
      all_lines.push_back(each);
    };
    sink.construct = [&](const Construct& each) { constructs.push_back(each); };
    sink.mark = [&](const UserMark& each) { marks.push_back(each); };
    sink.critical_path = [&](const CriticalPath& each) { path = each; };
    sink.from_ns = from_ns, sink.to_ns = to_ns;
    auto built = build_timeline(source, sink);
    if (built) head = std::move(*built);
    ok = built.has_value();
  }

  std::vector<std::string> lane(uint32_t lane) const {
    std::vector<std::string> words;
    for (const StateInterval& each : intervals[lane])
      words.push_back(std::to_string(each.begin_ns) + "-" + std::to_string(each.end_ns) + " " + name_of(each.state) +
                      " " + name_of(each.activity));
    return words;
  }
  std::vector<int> cores(uint32_t lane) const {
    std::vector<int> numbers;
    for (const StateInterval& each : intervals[lane]) numbers.push_back(each.core == 0xffff ? -1 : each.core);
    return numbers;
  }
  std::vector<std::string> constructs_of(ConstructKind kind) const {
    std::vector<std::string> words;
    for (const Construct& each : constructs)
      if (each.kind == kind)
        words.push_back(std::to_string(each.lane) + "@" + std::to_string(each.begin_ns) + "-" +
                        std::to_string(each.end_ns) + " " + std::to_string(each.object) + " " +
                        std::to_string(each.extra) + " active " + std::to_string(each.active_ns) +
                        (each.finished ? "" : " unfinished"));
    return words;
  }

  bool ok = false;
  TimelineHead head;
  std::vector<std::vector<StateInterval>> intervals;
  std::vector<std::string> lines;
  std::vector<DependencyLine> all_lines;
  std::vector<Construct> constructs;
  std::vector<UserMark> marks;
  CriticalPath path;
};

} // namespace unply
