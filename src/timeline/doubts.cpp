// The system counts a thread's time on a core to some us (less what a hypervisor takes), the recorder its own time from
// the first event on: differences below a twentieth are not significant.
#include "timeline/doubts.h"
#include <fmt/format.h>
#include <set>

namespace unply {

namespace {
constexpr uint64_t kLeastDoubtNs = 1'000'000;

std::string seconds(uint64_t ns) {
  auto s = static_cast<double>(ns) / 1e9;
  return s >= 1      ? fmt::format("{:.2f} s", s)
         : s >= 1e-3 ? fmt::format("{:.3g} ms", s * 1e3)
                     : fmt::format("{:.3g} us", s * 1e6);
}

bool exceeds(uint64_t active_ns, uint64_t possible_ns) {
  return active_ns > possible_ns + std::max(possible_ns / 20, kLeastDoubtNs);
}

constexpr const char* kWhy =
    "preemptions are missing in the recording, or threads slept or read where no wait is recorded";
} // namespace

void find_off_core(RunStatistics& run) {
  for (size_t i = 0; i < run.lanes.size(); ++i) {
    const Lane& lane = run.head.lanes[i];
    LaneStatistics& row = run.lanes[i];
    bool whole = run.from_ns <= lane.begin_ns && lane.end_ns <= run.to_ns;
    uint64_t active_ns = row.times.of(ProcState::active);
    if (whole && lane.cpu_ns && exceeds(active_ns, *lane.cpu_ns)) row.off_core_ns = active_ns - *lane.cpu_ns;
  }
}

uint64_t cores_of(const EventSource& source) {
  std::set<StringId> hosts;
  for (const EventProcess& process : source.processes()) hosts.insert(process.host);
  return source.tables().info.cores * std::max<uint64_t>(hosts.size(), 1);
}

std::vector<std::string> doubts(const RunStatistics& run, uint64_t cores) {
  std::vector<std::string> sentences;
  uint64_t threads = 0, active_ns = 0, uncounted = 0;
  for (size_t i = 0; i < run.lanes.size(); ++i) {
    uncounted += !run.head.lanes[i].cpu_ns && run.lanes[i].active_ns() > 0;
    if (run.lanes[i].off_core_ns == 0) continue;
    ++threads;
    active_ns += run.lanes[i].times.of(ProcState::active);
  }
  if (threads > 0)
    sentences.push_back(
        fmt::format("{} seemed active for {} but had a core for {}: {}; the rest does not count as active",
                    threads == 1 ? "one thread" : fmt::format("{} threads", threads), seconds(active_ns),
                    seconds(active_ns - run.off_core_ns), kWhy));
  uint64_t possible_ns = cores * run.elapsed_ns();
  if (cores > 0 && exceeds(run.active_ns(), possible_ns))
    sentences.push_back(fmt::format("active time adds up to {}, more than {} in {} ({}), so it is too long: {}{}",
                                    seconds(run.active_ns()),
                                    cores == 1 ? "one core has" : fmt::format("{} cores have", cores),
                                    seconds(run.elapsed_ns()), seconds(possible_ns), kWhy,
                                    uncounted > 0 ? fmt::format("; of {} of {} threads the time on a core is not known",
                                                                uncounted, run.lanes.size())
                                                  : ""));
  return sentences;
}

} // namespace unply
