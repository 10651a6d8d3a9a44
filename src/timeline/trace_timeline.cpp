// States of a simulated run or of the recording of a sequential program: where tasks nest, the inner one counts.
#include "timeline/timeline.h"
#include "trace/edge_index.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace unply {

namespace {
class LaneSweep {
public:
  LaneSweep(const Trace& trace, const TimelineSink& sink, uint32_t lane)
      : trace_(trace), sink_(sink), lane_(lane), simulated_(trace.info.simulated) {}

  void run(std::span<const uint32_t> tasks, uint64_t end_ns) { // in the order of their begins, outer ones first
    for (uint32_t task : tasks) {
      uint64_t begin_ns = trace_.tasks.begin_ns[task];
      while (!open_.empty() && open_.back().second <= begin_ns) close_top();
      advance(begin_ns);
      uint64_t last = open_.empty() ? end_ns : open_.back().second;
      open_.push_back({task, std::min(trace_.tasks.end_ns[task], last)});
    }
    while (!open_.empty()) close_top();
    advance(end_ns);
    if (sink_.intervals && !made_.empty()) sink_.intervals(lane_, made_);
  }

private:
  void close_top() {
    advance(open_.back().second);
    open_.pop_back();
  }
  void advance(uint64_t time_ns) {
    if (time_ns <= now_) return;
    StateInterval piece{.begin_ns = now_, .end_ns = time_ns};
    if (!open_.empty()) {
      piece.state = ProcState::active, piece.activity = Activity::task;
      piece.object = uint64_t{open_.back().first} + 1;
      piece.region = trace_.tasks.region[open_.back().first] + 1;
    } else if (!simulated_) {
      piece.state = ProcState::active, piece.activity = Activity::serial;
    }
    now_ = time_ns;
    made_.push_back(piece);
    if (made_.size() < 1024) return;
    if (sink_.intervals) sink_.intervals(lane_, made_);
    made_.clear();
  }
  const Trace& trace_;
  const TimelineSink& sink_;
  uint32_t lane_;
  bool simulated_;
  uint64_t now_ = 0;
  std::vector<std::pair<uint32_t, uint64_t>> open_; // task, its end
  std::vector<StateInterval> made_;
};

void put_lines(const Trace& trace, const TimelineSink& sink) {
  const TaskColumns& tasks = trace.tasks;
  std::vector<uint32_t> order(tasks.size());
  std::iota(order.begin(), order.end(), uint32_t{0});
  std::ranges::sort(order, {}, [&](uint32_t task) { return std::pair(tasks.begin_ns[task], task); });
  EdgeIndex index(trace.edges, tasks.size());
  auto lane = [&](uint32_t task) {
    return tasks.processor.empty() || tasks.processor[task] == kNoProcessor ? 0 : tasks.processor[task];
  };
  for (uint32_t to : order)
    for (uint32_t edge : index.into(trace.edges, to)) {
      uint32_t from = trace.edges.from[edge];
      sink.line({.kind = LineKind::task_dependence,
                 .from_lane = lane(from),
                 .to_lane = lane(to),
                 .from_ns = std::min(tasks.end_ns[from], tasks.begin_ns[to]),
                 .to_ns = tasks.begin_ns[to],
                 .site = trace.edges.site_to[edge],
                 .object = uint64_t{to} + 1});
    }
}
} // namespace

TimelineHead timeline_head(const Trace& trace) {
  const TaskColumns& tasks = trace.tasks;
  TimelineHead head;
  head.duration_ns = trace.info.simulated ? 0 : trace.info.duration_ns;
  uint32_t lanes = 1;
  for (uint32_t i = 0; i < tasks.size(); ++i) {
    head.duration_ns = std::max(head.duration_ns, tasks.end_ns[i]);
    if (!tasks.processor.empty() && tasks.processor[i] != kNoProcessor) lanes = std::max(lanes, tasks.processor[i] + 1);
  }
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    std::string name = tasks.processor.empty() ? "thread 0" : fmt::format("processor {}", lane);
    head.lanes.push_back({.name = name, .process = 0, .begin_ns = 0, .end_ns = head.duration_ns});
  }
  return head;
}

Result<TimelineHead> build_timeline(const Trace& trace, const TimelineSink& sink) {
  const TaskColumns& tasks = trace.tasks;
  TimelineHead head = timeline_head(trace);
  std::vector<std::vector<uint32_t>> of(head.lanes.size());
  for (uint32_t i = 0; i < tasks.size(); ++i)
    of[tasks.processor.empty() || tasks.processor[i] == kNoProcessor ? 0 : tasks.processor[i]].push_back(i);
  for (uint32_t lane = 0; lane < of.size(); ++lane) {
    std::ranges::sort(of[lane], {}, [&](uint32_t task) { return std::pair(tasks.begin_ns[task], task); });
    LaneSweep(trace, sink, lane).run(of[lane], head.duration_ns);
  }
  constexpr uint64_t kMostLines = 100'000'000;
  if (const uint64_t edges = trace.edges.edges(); edges > kMostLines)
    head.notes.push_back(
        fmt::format("the recording has {} dependences, more than the {} that are shown: none is", edges, kMostLines));
  else if (sink.line)
    put_lines(trace, sink);
  return head;
}

} // namespace unply
