// The critical path against the longest path of a graph built from the intervals and lines; edges of depend clauses
// against the rules of OpenMP, pair by pair.
#include "timeline/testing/random_events.h"
#include "timeline/testing/sample_timeline.h"
#include <doctest/doctest.h>
#include <set>

using namespace unply;

namespace {
constexpr uint64_t kUnit = 100000; // work takes whole units, all hand-overs of a run less than one

// Longest chain of work: a vertex for each moment of a lane at which anything begins, ends, leaves or arrives; along a
// lane an edge as long as the work between two of them, from lane to lane an edge of length 0 for each line.
uint64_t longest_chain(const SampleTimeline& timeline) {
  std::map<std::pair<uint64_t, uint32_t>, uint64_t> reached; // moment and lane
  for (uint32_t lane = 0; lane < timeline.intervals.size(); ++lane)
    for (const StateInterval& each : timeline.intervals[lane])
      reached[{each.begin_ns, lane}] = 0, reached[{each.end_ns, lane}] = 0;
  for (const DependencyLine& line : timeline.all_lines)
    reached[{line.from_ns, line.from_lane}] = 0, reached[{line.to_ns, line.to_lane}] = 0;
  std::vector<uint64_t> now(timeline.intervals.size()), chain(timeline.intervals.size());
  std::vector<std::pair<uint64_t, uint32_t>> moments;
  for (const auto& [moment, value] : reached) moments.push_back(moment);
  auto worked = [&](uint32_t lane, uint64_t from, uint64_t to) {
    uint64_t sum = 0;
    for (const StateInterval& each : timeline.intervals[lane])
      if (each.state == ProcState::active || each.state == ProcState::overhead) {
        uint64_t begin = std::max(each.begin_ns, from), end = std::min(each.end_ns, to);
        sum += end > begin ? end - begin : 0;
      }
    return sum;
  };
  uint64_t longest = 0;
  for (size_t i = 0; i < moments.size();) {
    size_t end = i;
    while (end < moments.size() && moments[end].first == moments[i].first) ++end;
    for (size_t k = i; k < end; ++k) { // along the lanes
      auto [time, lane] = moments[k];
      chain[lane] += worked(lane, now[lane], time);
      now[lane] = time;
      reached[moments[k]] = chain[lane];
    }
    for (size_t round = i; round < end; ++round) // lines within one moment may follow each other
      for (const DependencyLine& line : timeline.all_lines)
        if (line.to_ns == moments[i].first) {
          uint64_t from = reached[{line.from_ns, line.from_lane}];
          uint64_t& to = reached[{line.to_ns, line.to_lane}];
          to = std::max(to, from);
          chain[line.to_lane] = std::max(chain[line.to_lane], to);
        }
    for (size_t k = i; k < end; ++k) longest = std::max(longest, chain[moments[k].second]);
    i = end;
  }
  return longest;
}

uint64_t units(uint64_t time_ns) { return (time_ns + kUnit / 2) / kUnit; }

bool ordered(uint8_t earlier, uint8_t later) { // OpenMP 5.2, 15.9.5
  bool shared =
      earlier == later && (earlier == kDependIn || earlier == kDependMutexinoutset || earlier == kDependInoutset);
  return !shared;
}

// The strictest of a task's types on an address.
std::map<uint64_t, uint8_t> accesses(const RandomTask& task) {
  std::map<uint64_t, uint8_t> types;
  for (const auto& [type, address] : task.clauses) {
    auto [known, is_new] = types.emplace(address, type);
    if (!is_new && known->second != type) known->second = kDependInout;
  }
  return types;
}

using Edges = std::set<std::pair<uint64_t, uint64_t>>;
Edges closure(Edges edges) {
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [a, b] : Edges(edges))
      for (const auto& [c, d] : Edges(edges))
        if (b == c) grown |= edges.insert({a, d}).second;
  }
  return edges;
}
} // namespace

TEST_CASE("the critical path is the longest chain of work") {
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    RandomRun run = random_run(seed, kUnit);
    SampleTimeline timeline(run.events);
    REQUIRE(timeline.ok);
    uint64_t work = 0, all = 0;
    for (const PathRow& row : timeline.path.rows) {
      all += row.time_ns;
      if (row.state == ProcState::active || row.state == ProcState::overhead) work += row.time_ns;
    }
    CHECK(all == timeline.path.end_ns - timeline.path.begin_ns);
    CHECK_MESSAGE(units(work) == units(longest_chain(timeline)), "seed " << seed);
    uint64_t now = timeline.path.begin_ns;
    for (const PathStretch& each : timeline.path.stretches) {
      CHECK(each.begin_ns == now);
      now = each.end_ns;
    }
    CHECK(now == run.events.duration_ns());
  }
}

TEST_CASE("the part of the critical path in windows adds up to the whole") {
  RandomRun run = random_run(7, kUnit);
  uint64_t end = run.events.duration_ns(), sum = 0;
  for (uint64_t from = 0; from < end; from += 37 * kUnit) {
    SampleTimeline timeline(run.events, from, std::min(from + 37 * kUnit, end));
    for (const PathRow& row : timeline.path.rows) sum += row.time_ns;
  }
  CHECK(sum == end);
}

TEST_CASE("edges of depend clauses order the tasks that the clauses order, and no others") {
  size_t found = 0;
  for (uint32_t seed = 1; seed <= 80; ++seed) {
    RandomRun run = random_run(seed, kUnit);
    SampleTimeline timeline(run.events);
    std::map<std::pair<uint32_t, uint64_t>, std::vector<uint64_t>> ends;
    for (const Construct& each : timeline.constructs)
      if (each.kind == ConstructKind::task) ends[{each.lane, each.end_ns}].push_back(each.object);
    Edges expected;
    for (size_t later = 0; later < run.tasks.size(); ++later)
      for (size_t earlier = 0; earlier < later; ++earlier) {
        if (run.region_of_task[earlier] != run.region_of_task[later]) continue;
        auto first = accesses(run.tasks[earlier]), second = accesses(run.tasks[later]);
        for (const auto& [address, type] : second)
          if (first.contains(address) && ordered(first[address], type))
            expected.insert({run.tasks[earlier].number, run.tasks[later].number});
      }
    Edges edges;
    for (const DependencyLine& line : timeline.all_lines) {
      if (line.kind != LineKind::task_dependence) continue;
      const auto& from = ends[{line.from_lane, line.from_ns}];
      REQUIRE(from.size() >= 1);
      // Tasks of no length end at the same moment: any of them that the clauses order will do.
      for (uint64_t task : from)
        if (expected.contains({task, line.object}) || from.size() == 1) edges.insert({task, line.object});
    }
    found += edges.size();
    CHECK_MESSAGE(closure(edges) == closure(expected), "seed " << seed);
  }
  CHECK(found > 100);
}
