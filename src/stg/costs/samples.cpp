// Pairs the segments of a recorded run with the computations that the program executes between the same calls. Where
// run and program disagree about the number of waits (a wait that was not recorded), segments are told apart by calls.
#include "stg/agreement/agreement.h"
#include "stg/costs/costs.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace unply::stg {

namespace {

struct Content { // of a segment
  std::map<uint32_t, CostTerm> terms = {};
  uint64_t posts = 0, posted_bytes = 0;
  bool unknown = false; // a loop whose iterations are not known
};
using Key = std::pair<uint64_t, uint64_t>; // calls, waits with init and finalize

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

bool is_wait(Call call) {
  return call == Call::wait || call == Call::wait_all || call == Call::wait_any || call == Call::wait_some;
}

class Collector {
public:
  explicit Collector(const Program& program) {
    for (const Procedure& procedure : program.procedures) {
      first.push_back(computations);
      computations += uint32_t(procedure.computations.size());
    }
  }

  void see(const Step& step, uint64_t calls) {
    if (step.kind == Step::Kind::operation) {
      if (is_wait(step.call)) ++waits;
      if (step.call == Call::init) ++waits, begun = waits;
      if (step.call == Call::finalize) ended = ++waits;
      for (const Message& message : step.posts) {
        if (message.request == 0) continue;
        Content& content = contents[{calls, waits}];
        ++content.posts, content.posted_bytes += message.receive ? 0 : uint64_t(message.bytes);
      }
    } else if (step.kind == Step::Kind::computation) {
      Content& content = contents[{calls, waits}];
      const uint32_t number = first[step.procedure] + step.index;
      CostTerm& term = content.terms[number];
      term.computation = number, ++term.instances;
      for (const int64_t iterations : step.iterations) {
        content.unknown = content.unknown || iterations < 0;
        term.iterations += uint64_t(std::max<int64_t>(iterations, 0));
      }
    }
  }

  void end_rank(const RecordedRank& rank) {
    const bool by_calls = waits != rank.marks;
    std::map<Key, double> times;
    for (const RecordedSegment& segment : rank.segments)
      if (segment.waits >= begun && segment.waits < ended)
        times[{segment.calls, by_calls ? 0 : segment.waits}] += double(segment.busy_ns);
    std::map<Key, Content> merged;
    for (auto& [key, content] : contents)
      if (key.second >= begun && key.second < ended) add(merged[{key.first, by_calls ? 0 : key.second}], content);
    for (const auto& [key, content] : merged)
      if (const auto time = times.find(key); time != times.end() && !content.unknown)
        rows[row_of(content)].push_back(time->second);
    contents.clear();
    waits = begun = 0, ended = UINT64_MAX;
  }

  std::vector<CostSample> samples() const {
    std::vector<CostSample> made;
    for (const auto& [row, times] : rows) {
      CostSample sample = row;
      sample.count = times.size(), sample.median_ns = median_of(times);
      std::vector<double> deviations;
      for (const double time : times) deviations.push_back(std::abs(time - sample.median_ns));
      sample.deviation_ns = median_of(std::move(deviations));
      made.push_back(std::move(sample));
    }
    return made;
  }

private:
  static void add(Content& sum, const Content& part) {
    for (const auto& [number, term] : part.terms) {
      CostTerm& whole = sum.terms[number];
      whole.computation = number, whole.instances += term.instances, whole.iterations += term.iterations;
    }
    sum.posts += part.posts, sum.posted_bytes += part.posted_bytes, sum.unknown = sum.unknown || part.unknown;
  }

  static CostSample row_of(const Content& content) {
    CostSample row = {.posts = content.posts, .posted_bytes = content.posted_bytes};
    for (const auto& [number, term] : content.terms) row.terms.push_back(term);
    return row;
  }

  struct Less {
    bool operator()(const CostSample& a, const CostSample& b) const {
      return std::tie(a.terms, a.posts, a.posted_bytes) < std::tie(b.terms, b.posts, b.posted_bytes);
    }
  };

  std::vector<uint32_t> first; // number of the first computation of each procedure
  uint32_t computations = 0;
  uint64_t waits = 0, begun = 0, ended = UINT64_MAX; // the last two: as MPI_Init and MPI_Finalize left them
  std::map<Key, Content> contents;
  std::map<CostSample, std::vector<double>, Less> rows;
};

} // namespace

std::vector<ComputationName> computations_of(const Program& program) {
  std::vector<ComputationName> names;
  for (const Procedure& procedure : program.procedures)
    for (uint32_t i = 0; i < procedure.computations.size(); ++i) {
      const Computation& computation = procedure.computations[i];
      const Place& place = computation.place;
      std::string where = "?";
      if (place.file != kNone) {
        const std::string& path = program.files[place.file];
        where = fmt::format("{}:{}", path.substr(path.rfind('/') + 1), place.line);
      }
      names.push_back({.procedure = procedure.name, .index = i, .place = std::move(where), .name = computation.name});
    }
  return names;
}

Result<std::vector<CostSample>> samples_of_run(const Program& program, Bindings bindings, const RecordedRun& run) {
  Collector collector(program);
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
