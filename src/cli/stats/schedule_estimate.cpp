// Times of ranges of iterations come from a running sum over the measured chunks.
#include "cli/stats/schedule_estimate.h"
#include "sim/schedulers/worksharing_loop.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace unply {

namespace {
class IterationTimes {
public:
  explicit IterationTimes(const std::vector<LoopChunk>& chunks) {
    for (const LoopChunk& chunk : chunks) {
      firsts_.push_back(iterations_);
      before_.push_back(total_);
      iterations_ += chunk.iterations;
      total_ += static_cast<double>(chunk.time_ns);
    }
    firsts_.push_back(iterations_);
    before_.push_back(total_);
  }
  uint64_t iterations() const { return iterations_; }
  double until(uint64_t iteration) const {
    auto after = std::ranges::upper_bound(firsts_, iteration);
    if (after == firsts_.end()) return total_;
    size_t i = static_cast<size_t>(after - firsts_.begin()) - 1;
    double share = static_cast<double>(iteration - firsts_[i]) / static_cast<double>(firsts_[i + 1] - firsts_[i]);
    return before_[i] + share * (before_[i + 1] - before_[i]);
  }

private:
  uint64_t iterations_ = 0;
  double total_ = 0;
  std::vector<uint64_t> firsts_;
  std::vector<double> before_;
};

using LoopSchedule = Result<Schedule> (*)(const JobGraph&, uint32_t, const SchedulerOptions&);

Result<Schedule> queue_of_chunks(const JobGraph& jobs, uint32_t processors, const SchedulerOptions& options) {
  return schedule_loops(jobs, processors, options, dynamic_chunk); // the chunks are cut already
}

// A task for each chunk, none depends on another.
Result<JobGraph> chunks_of(const IterationTimes& times, const LoopShape& shape, ChunkSize next) {
  JobGraph jobs;
  for (uint64_t at = 0; at < shape.iterations;) {
    uint64_t size = std::max<uint64_t>(next(shape, shape.iterations - at), 1);
    jobs.length.push_back(static_cast<uint64_t>(times.until(at + size)) - static_cast<uint64_t>(times.until(at)));
    at += size;
  }
  auto count = static_cast<uint32_t>(jobs.length.size());
  auto dag = Dag::from_edges(count, {});
  if (!dag) return error_of(dag);
  jobs.dag = std::move(*dag);
  jobs.id.resize(count);
  std::iota(jobs.id.begin(), jobs.id.end(), 1);
  jobs.region.assign(count, 0);
  jobs.region_names = {"chunk"};
  return jobs;
}
} // namespace

std::optional<ScheduleEstimate> estimate_schedule(const LoopStatistics& loop, uint64_t dispatch_ns, bool libgomp) {
  if (loop.worst.empty() || loop.worst_threads < 2) return {};
  constexpr uint64_t kMostChunks = 1 << 18; // a simulation of so many takes about 0.1 s
  IterationTimes times(loop.worst);
  LoopShape shape{times.iterations(), loop.worst_threads, 0};
  SchedulerOptions options;
  options.machine.task_ns = dispatch_ns;
  std::optional<ScheduleEstimate> best;
  auto consider = [&](std::string name, ChunkSize next, LoopSchedule run) {
    auto jobs = chunks_of(times, shape, next);
    if (!jobs) return;
    auto schedule = run(*jobs, shape.processors, options);
    if (schedule && (!best || schedule->makespan < best->slowest_ns))
      best = {std::move(name), schedule->makespan, loop.worst_slowest_ns};
  };
  for (uint64_t chunk = 1; chunk <= 1024 && chunk * loop.worst_threads <= shape.iterations; chunk *= 4) {
    if (shape.iterations / chunk > kMostChunks) continue;
    shape.chunk = static_cast<uint32_t>(chunk);
    consider(fmt::format("dynamic,{}", chunk), dynamic_chunk, libgomp ? queue_of_chunks : schedule_stealing_loops);
  }
  shape.chunk = 0;
  consider("guided", libgomp ? guided_gomp_chunk : guided_chunk, queue_of_chunks);
  if (!best || best->slowest_ns * 10 > best->now_ns * 9) return {};
  return best;
}

} // namespace unply
