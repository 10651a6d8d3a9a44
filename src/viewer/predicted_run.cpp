#include "viewer/predicted_run.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace unply {

namespace {

constexpr double kMostSeconds = 1e9; // 30 years; times in ns stay below 2^63

bool is_sound(const PredictedPhase& phase) {
  return std::isfinite(phase.begin_s) && std::isfinite(phase.end_s) && phase.begin_s >= 0 &&
         phase.begin_s <= phase.end_s && phase.end_s <= kMostSeconds;
}

uint64_t ns_of(double seconds) { return static_cast<uint64_t>(std::llround(seconds * 1e9)); }

// Lanes that tile the run: in each moment the innermost phase, and idle where there is none.
class LaneOfPhases {
public:
  LaneOfPhases(const TimelineSink& sink, uint32_t lane) : sink_(sink), lane_(lane) {}

  void run(std::vector<PredictedPhase> phases, uint64_t end_ns) {
    std::ranges::stable_sort(phases, {},
                             [](const PredictedPhase& each) { return std::pair(each.begin_s, -each.end_s); });
    for (const PredictedPhase& phase : phases) {
      uint64_t begin_ns = ns_of(phase.begin_s);
      while (!open_.empty() && open_.back().end_ns <= begin_ns) close();
      advance(begin_ns);
      open_.push_back({phase.phase, phase.level, ns_of(phase.end_s)});
    }
    while (!open_.empty()) close();
    advance(end_ns);
    if (!made_.empty()) sink_.intervals(lane_, made_);
  }

private:
  struct Open {
    Phase phase;
    uint32_t level;
    uint64_t end_ns;
  };
  void close() {
    advance(open_.back().end_ns);
    open_.pop_back();
  }
  void advance(uint64_t time_ns) {
    if (time_ns <= now_ns_) return;
    StateInterval piece{.begin_ns = now_ns_, .end_ns = time_ns};
    if (!open_.empty()) {
      piece.state = ProcState::active, piece.activity = activity_of_phase(open_.back().phase);
      piece.object = static_cast<uint64_t>(open_.back().phase) << 32 | open_.back().level;
    }
    now_ns_ = time_ns;
    made_.push_back(piece);
  }
  const TimelineSink& sink_;
  uint32_t lane_;
  uint64_t now_ns_ = 0;
  std::vector<Open> open_;
  std::vector<StateInterval> made_;
};

Phases rows_of(const PredictedRun& run) {
  Phases phases;
  for (uint32_t lane = 0; lane < run.lanes.size(); ++lane) {
    uint32_t calls = 0;
    std::vector<PredictedPhase> sorted = run.lanes[lane];
    std::ranges::stable_sort(sorted, {},
                             [](const PredictedPhase& each) { return std::pair(each.begin_s, -each.end_s); });
    for (const PredictedPhase& phase : sorted) {
      calls += phase.phase == Phase::call;
      PhaseRow row;
      row.thread = lane, row.process = lane, row.rank = run.ranks[lane];
      row.call = calls > 0 ? calls - 1 : 0;
      row.phase = phase.phase, row.level = phase.level;
      row.begin_ns = ns_of(phase.begin_s), row.end_ns = ns_of(phase.end_s);
      phases.rows.push_back(row);
    }
  }
  return phases;
}

} // namespace

std::vector<MeasuredCall> measured_calls(const Phases& measured) {
  std::map<uint32_t, MeasuredCall> calls;
  std::map<uint32_t, std::set<uint32_t>> ranks;
  for (const PhaseRow& row : measured.rows) {
    if (row.phase != Phase::call) continue;
    auto [place, added] = calls.try_emplace(row.call);
    MeasuredCall& call = place->second;
    if (added) call.begin_ns = row.begin_ns, call.call = row.call;
    call.begin_ns = std::min(call.begin_ns, row.begin_ns);
    call.end_ns = std::max(call.end_ns, row.end_ns);
    ranks[row.call].insert(row.rank);
    for (const PhaseFeature& feature : measured.features_of(row))
      call.features.emplace(measured.text(feature.name), feature.value);
  }
  std::vector<MeasuredCall> list;
  for (auto& [number, call] : calls) {
    call.ranks = static_cast<uint32_t>(ranks[number].size());
    list.push_back(std::move(call));
  }
  return list;
}

Result<PredictedRun> predict_beside(const Phases& measured, const std::string& model, const CallPredictor& predict) {
  PredictedRun run;
  run.model = model;
  std::set<uint32_t> ranks;
  for (const PhaseRow& row : measured.rows)
    ranks.insert(row.rank), run.duration_ns = std::max(run.duration_ns, row.end_ns);
  run.ranks.assign(ranks.begin(), ranks.end());
  run.lanes.resize(run.ranks.size());
  for (const MeasuredCall& call : measured_calls(measured)) {
    auto lanes = predict(call);
    if (!lanes) return error_of(lanes);
    for (size_t lane = 0; lane < std::min(lanes->size(), run.lanes.size()); ++lane)
      for (PredictedPhase phase : (*lanes)[lane]) {
        phase.begin_s += static_cast<double>(call.begin_ns) / 1e9;
        phase.end_s += static_cast<double>(call.begin_ns) / 1e9;
        run.lanes[lane].push_back(phase);
      }
  }
  return run;
}

Result<ViewRun> prepare_run(const PredictedRun& run, const ViewRunOptions& options) {
  Trace tables;
  tables.strings = {""};
  tables.sites.resize(1);
  tables.info.simulated = tables.info.complete = true;
  tables.info.program = run.model;
  TimelineHead head;
  head.duration_ns = run.duration_ns;
  std::vector<EventProcess> processes;
  size_t most = 0;
  for (size_t lane = 0; lane < run.lanes.size(); ++lane) {
    for (const PredictedPhase& phase : run.lanes[lane]) {
      if (!is_sound(phase))
        return fail(fmt::format("{}: a phase from {} s to {} s, expected times that rise from 0 on", run.model,
                                phase.begin_s, phase.end_s));
      head.duration_ns = std::max(head.duration_ns, ns_of(phase.end_s));
    }
    most = std::max(most, run.lanes[lane].size());
    processes.push_back({.rank = run.ranks[lane], .pid = 0, .host = StringId{0}, .program = StringId{0}});
  }
  for (size_t lane = 0; lane < run.lanes.size(); ++lane)
    head.lanes.push_back({.name = fmt::format("rank {}", run.ranks[lane]),
                          .process = static_cast<uint32_t>(lane),
                          .begin_ns = 0,
                          .end_ns = head.duration_ns});
  auto build = [&](const TimelineSink& sink) -> Result<TimelineHead> {
    for (uint32_t lane = 0; lane < run.lanes.size(); ++lane)
      LaneOfPhases(sink, lane).run(run.lanes[lane], head.duration_ns);
    return head;
  };
  Phases phases = rows_of(run);
  RunTables all{.trace = &tables,
                .processes = processes,
                .objects = {},
                .duration_ns = head.duration_ns,
                .events = 0,
                .places_of_tasks = false,
                .phases = &phases,
                .label = "predicted"};
  return prepare_run(all, 2 * most + 1, build, options);
}

} // namespace unply
