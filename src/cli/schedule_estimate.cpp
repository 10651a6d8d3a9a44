// Times of ranges of iterations come from a running sum over the measured chunks.
#include "cli/schedule_estimate.h"
#include "sim/worksharing_loop.h"
#include <fmt/format.h>
#include <queue>

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

double slowest(const IterationTimes& times, const LoopShape& shape, ChunkSize next, uint64_t dispatch_ns) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free;
  for (uint32_t p = 0; p < shape.processors; ++p) free.push(0);
  double last = 0;
  for (uint64_t at = 0; at < shape.iterations;) {
    uint64_t size = std::max<uint64_t>(next(shape, shape.iterations - at), 1);
    double end = free.top() + static_cast<double>(dispatch_ns) + times.until(at + size) - times.until(at);
    free.pop();
    free.push(end);
    last = std::max(last, end);
    at += size;
  }
  return last;
}
} // namespace

std::optional<ScheduleEstimate> estimate_schedule(const LoopStatistics& loop, uint64_t dispatch_ns) {
  if (loop.worst.empty() || loop.worst_threads < 2) return {};
  IterationTimes times(loop.worst);
  LoopShape shape{times.iterations(), loop.worst_threads, 0};
  std::optional<ScheduleEstimate> best;
  auto consider = [&](std::string name, ChunkSize next) {
    auto took = static_cast<uint64_t>(slowest(times, shape, next, dispatch_ns));
    if (!best || took < best->slowest_ns) best = {std::move(name), took, loop.worst_slowest_ns};
  };
  for (uint64_t chunk = 1; chunk <= 1024 && chunk * loop.worst_threads <= shape.iterations; chunk *= 4) {
    if (shape.iterations / chunk > 1 << 20) continue;
    shape.chunk = static_cast<uint32_t>(chunk);
    consider(fmt::format("dynamic,{}", chunk), dynamic_chunk);
  }
  shape.chunk = 0;
  consider("guided", guided_chunk);
  if (!best || best->slowest_ns * 10 > best->now_ns * 9) return {};
  return best;
}

} // namespace unply
