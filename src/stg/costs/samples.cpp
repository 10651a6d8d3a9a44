// Pairs the segments of a recorded run with the computations that the program executes between the same calls. Where
// run and program disagree about the number of waits (a wait that was not recorded), segments are told apart by calls.
#include "stg/agreement/agreement.h"
#include "stg/costs/costs.h"
#include "stg/costs/timer_groups.h"
#include "stg/program/place_text.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace unply::stg {

namespace {

struct Content { // of a segment
  std::map<uint32_t, CostTerm> terms = {};
  std::set<uint32_t> unknown = {}; // computations with a loop whose iterations are not known
  uint64_t posts = 0, posted_bytes = 0;
};
using Key = std::pair<uint64_t, uint64_t>; // calls, waits with init and finalize
struct TimedSum {
  double busy_ns = 0;
  std::optional<double> cache_misses = {};
};
struct SampleRow { // of segments that are alike
  std::vector<double> times = {};
  std::optional<double> cache_misses = {};
};
using Times = std::map<std::pair<Key, uint32_t>, TimedSum>; // by segment and group of timers

void add_to(std::optional<double>& sum, std::optional<double> part) {
  if (part) sum = sum.value_or(0) + *part;
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

class Collector {
public:
  Collector(const Program& program, const RecordedRun& run)
      : timers_ran_(!run.timers.empty()), groups_(program, run.timers) {
    for (const Procedure& procedure : program.procedures) {
      first_.push_back(uint32_t(at_most_.size()));
      for (const Computation& computation : procedure.computations)
        at_most_.push_back(std::ranges::any_of(computation.work, &Work::at_most));
    }
  }

  void see(const Step& step, uint64_t calls) {
    if (step.kind == Step::Kind::operation) {
      if (is_wait(step.call)) ++waits_;
      if (step.call == Call::init) ++waits_, begun_ = waits_;
      if (step.call == Call::finalize) ended_ = ++waits_;
      for (const Message& message : step.posts) {
        if (message.request == 0) continue;
        Content& content = contents_[{calls, waits_}];
        ++content.posts, content.posted_bytes += message.receive ? 0 : uint64_t(message.bytes);
      }
    } else if (step.kind == Step::Kind::computation) {
      Content& content = contents_[{calls, waits_}];
      const uint32_t number = first_[step.procedure] + step.index;
      CostTerm& term = content.terms[number];
      term.computation = number, ++term.instances;
      for (const int64_t iterations : step.iterations) {
        if (iterations < 0) content.unknown.insert(number);
        term.iterations += uint64_t(std::max<int64_t>(iterations, 0));
      }
    }
  }

  void end_rank(const RecordedRank& rank) {
    const bool by_calls = waits_ != rank.marks, has_timers = timers_ran_ && !rank.has_teams;
    const auto key_of = [&](uint64_t calls, uint64_t waits) { return Key{calls, by_calls ? 0 : waits}; };
    std::map<Key, double> busy; // without what timers measured
    for (const RecordedSegment& segment : rank.segments)
      if (is_inside(segment.waits))
        busy[key_of(segment.calls, segment.waits)] += double(segment.busy_ns - (has_timers ? segment.timed_ns : 0));
    Times timed;
    for (const RecordedTime& time : rank.times)
      if (const auto group = groups_.of_timer(time.timer)) {
        TimedSum& sum = timed[{key_of(time.calls, time.waits), *group}];
        sum.busy_ns += double(time.busy_ns);
        if (time.cache_misses) add_to(sum.cache_misses, double(*time.cache_misses));
      }
    std::map<Key, Content> merged, inside;
    for (auto& [key, content] : contents_) {
      add(merged[key_of(key.first, key.second)], content);
      if (is_inside(key.second)) add(inside[key_of(key.first, key.second)], content);
    }
    if (has_timers) add_timed(merged, timed);
    add_busy(inside, busy, has_timers);
    contents_.clear();
    waits_ = begun_ = 0, ended_ = UINT64_MAX;
  }

  RunSamples samples() const {
    RunSamples made;
    for (const auto& [terms, row] : rows_) {
      const std::vector<double>& times = row.times;
      CostSample sample = terms;
      sample.cache_misses = row.cache_misses;
      sample.count = times.size(), sample.median_ns = median_of(times);
      std::vector<double> deviations;
      for (const double time : times) deviations.push_back(std::abs(time - sample.median_ns));
      sample.deviation_ns = median_of(std::move(deviations));
      made.samples.push_back(std::move(sample));
    }
    made.unexplained.assign(unexplained_.begin(), unexplained_.end());
    made.silent.assign(silent_.begin(), silent_.end());
    return made;
  }

private:
  // Between MPI_Init and MPI_Finalize.
  bool is_inside(uint64_t waits) const { return waits >= begun_ && waits < ended_; }

  static void add(Content& sum, const Content& part) {
    for (const auto& [number, term] : part.terms) {
      CostTerm& whole = sum.terms[number];
      whole.computation = number, whole.instances += term.instances, whole.iterations += term.iterations;
    }
    sum.unknown.insert(part.unknown.begin(), part.unknown.end());
    sum.posts += part.posts, sum.posted_bytes += part.posted_bytes;
  }

  // One sample for each group of computations that share timers. Iterations that are not known count as none, so that
  // the figure is one of an execution. Where no timer of a group ran, its condition did not hold in the run.
  void add_timed(const std::map<Key, Content>& merged, Times& timed) {
    for (const auto& [key, content] : merged) {
      std::map<uint32_t, CostSample> by_group;
      for (const auto& [number, term] : content.terms) {
        const auto group = groups_.of_computation(number);
        if (!group) continue;
        CostTerm known = term;
        if (content.unknown.contains(number)) known.iterations = 0;
        by_group[*group].terms.push_back(known);
      }
      for (auto& [group, sample] : by_group) {
        const auto time = timed.extract({key, group});
        if (time.empty()) {
          for (const CostTerm& term : sample.terms)
            if (!at_most_[term.computation]) silent_.insert(term.computation);
          continue;
        }
        sample.timed = true;
        SampleRow& row = rows_[sample];
        row.times.push_back(time.mapped().busy_ns);
        add_to(row.cache_misses, time.mapped().cache_misses);
      }
    }
    for (const auto& [where, time] : timed) unexplained_.merge(groups_.computations_of(where.second));
  }

  // What no timer measured is the time of the computations that have none.
  void add_busy(const std::map<Key, Content>& inside, const std::map<Key, double>& busy, bool has_timers) {
    for (const auto& [key, content] : inside) {
      const auto time = busy.find(key);
      CostSample row = {.posts = content.posts, .posted_bytes = content.posted_bytes};
      bool unknown = false;
      for (const auto& [number, term] : content.terms) {
        if (has_timers && groups_.of_computation(number)) continue;
        row.terms.push_back(term);
        unknown = unknown || content.unknown.contains(number);
      }
      const bool empty = row.terms.empty() && !content.terms.empty(); // only computations with timers
      if (time != busy.end() && !unknown && !empty) rows_[row].times.push_back(time->second);
    }
  }

  struct Less {
    bool operator()(const CostSample& a, const CostSample& b) const {
      return std::tie(a.timed, a.terms, a.posts, a.posted_bytes) < std::tie(b.timed, b.terms, b.posts, b.posted_bytes);
    }
  };

  bool timers_ran_;
  TimerGroups groups_;
  std::vector<uint32_t> first_; // number of the first computation of each procedure
  std::vector<bool> at_most_;   // of each computation: some of it may not run where the program executes it
  uint64_t waits_ = 0, begun_ = 0, ended_ = UINT64_MAX; // the last two: as MPI_Init and MPI_Finalize left them
  std::map<Key, Content> contents_;
  std::map<CostSample, SampleRow, Less> rows_;
  std::set<uint32_t> unexplained_, silent_;
};

} // namespace

std::vector<ComputationName> computations_of(const Program& program) {
  std::vector<ComputationName> names;
  for (const Procedure& procedure : program.procedures)
    for (uint32_t i = 0; i < procedure.computations.size(); ++i) {
      const Computation& computation = procedure.computations[i];
      names.push_back({.procedure = procedure.name,
                       .index = i,
                       .place = place_text(program, computation.place),
                       .name = computation.name});
    }
  return names;
}

Result<RunSamples> samples_of_run(const Program& program, Bindings bindings, const RecordedRun& run) {
  Collector collector(program, run);
  int last = 0;
  const auto agreement =
      compare_with_run(program, std::move(bindings), run, {}, [&](int rank, const Step& step, uint64_t calls) {
        if (rank != last) collector.end_rank(run.ranks[size_t(last)]);
        last = rank;
        collector.see(step, calls);
      });
  if (!agreement) return error_of(agreement);
  if (const auto& difference = agreement->difference)
    return fail(fmt::format("the run is not what the task graph says: {} in call {} of rank {}", difference->what,
                            difference->call, difference->rank),
                "unply stg verify tells more");
  collector.end_rank(run.ranks[size_t(last)]);
  return collector.samples();
}

} // namespace unply::stg
