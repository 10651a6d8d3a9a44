// Lost time in plain words, with remedies. The gain of a change is an estimate and says so.
#include "cli/stats/schedule_estimate.h"
#include "cli/stats/stats.h"
#include <fmt/format.h>

namespace unply {

namespace {
// Uneven shares are a good part of the waiting at the end.
bool uneven(const LoopStatistics& loop) {
  return loop.slowest_lane_ns > 0 && loop.imbalance() > 0.05 && 4 * loop.lost_ns > loop.end_waits_ns.sum;
}

class LossWords {
public:
  LossWords(const StatsInput& input, const SourceQuotes& sources) : in_(input), run_(input.run), sources_(sources) {}
  std::string of(const Finding& finding) const;
  std::string estimate(const Finding& finding) const;

private:
  std::string place(uint32_t site) const {
    return site < in_.tables->sites.size() ? sources_.place(in_.tables->sites[site]) : "an unknown place";
  }
  std::string loop_end(const LoopStatistics& loop) const;
  std::string lock(const LockStatistics& lock) const;
  std::string idle() const;
  const StatsInput& in_;
  const RunStatistics& run_;
  const SourceQuotes& sources_;
};

std::string LossWords::loop_end(const LoopStatistics& loop) const {
  std::string text = fmt::format("waiting at the end of the loop at {}", place(loop.site));
  if (loop.chunk_ns.count > 0 && loop.chunk_ns.most > 2 * loop.chunk_ns.least)
    text += fmt::format(", whose chunks take {} to {}", duration_text(loop.chunk_ns.least),
                        duration_text(loop.chunk_ns.most));
  if (!uneven(loop) && loop.preempted_ns > loop.end_waits_ns.sum / 4)
    return text +
           fmt::format("; its chunks are shared out evenly, but the system took the core from its threads for {}",
                       duration_text(loop.preempted_ns));
  if (!uneven(loop))
    return text + "; its chunks are shared out evenly, but the threads do not begin or run at the same time";
  text += fmt::format("; {} works longest, the threads' mean is {:.0f} % of the slowest",
                      run_.head.lanes[loop.slowest_lane].name, 100 * ratio(loop.mean_ns, loop.slowest_ns));
  return text;
}

std::string LossWords::lock(const LockStatistics& lock) const {
  const char* what = lock.kind == kLockCritical  ? "the critical section"
                     : lock.kind == kLockOrdered ? "the ordered "
                                                   "section"
                                                 : "the lock";
  std::string text =
      fmt::format("waiting for {} at {}: {} of {} times, held {} each", what, place(lock.site), lock.contended,
                  lock.hold_ns.count, duration_text(static_cast<uint64_t>(lock.own_ns.mean())));
  uint64_t taken_ns = lock.hold_ns.sum - lock.own_ns.sum;
  if (taken_ns > lock.hold_ns.sum / 10)
    text += fmt::format(", and {} more while the system had taken the holder's core", duration_text(taken_ns));
  return text;
}

std::string LossWords::idle() const {
  uint64_t serial_ns = run_.by_activity_ns[static_cast<size_t>(Activity::serial)];
  std::string text = "idle: no work for the thread, or fewer threads";
  if (run_.times.of(ProcState::idle) > 0 && serial_ns > run_.elapsed_ns() / 20)
    text += fmt::format("; serial code runs {} of the time", percent_text(serial_ns, run_.elapsed_ns()));
  return text;
}

std::string LossWords::of(const Finding& finding) const {
  switch (finding.cause) {
  case LostBy::loop_end:
    return loop_end(run_.loops[finding.index]);
  case LostBy::lock:
    return lock(run_.locks[finding.index]);
  case LostBy::barrier:
    return fmt::format("waiting at barriers, most at {}", place(finding.site));
  case LostBy::wait: {
    const WaitStatistics& wait = run_.waits[finding.index];
    return fmt::format("waiting at {}: {}, {}", place(finding.site),
                       words_of(*in_.tables, in_.objects, wait.activity, wait.function),
                       count_text(wait.duration_ns.count, "time"));
  }
  case LostBy::idle:
    return idle();
  case LostBy::overhead:
    return "overhead of the parallel runtime and the recorder";
  case LostBy::preempted:
    return "the system gave the core to others";
  case LostBy::off_core:
    return "no core, though neither a preemption nor a wait is recorded: see the note above";
  }
  return "";
}

std::string LossWords::estimate(const Finding& finding) const {
  if (finding.cause != LostBy::loop_end) return "";
  const LoopStatistics& loop = run_.loops[finding.index];
  if (!uneven(loop) || finding.lost_ns * 50 < run_.capacity_ns()) return "";
  auto best = estimate_schedule(loop, in_.machine ? in_.machine->task_ns : 0, in_.tables->info.libgomp_on_libomp);
  if (!best) return "";
  double kept = static_cast<double>(best->slowest_ns) / static_cast<double>(best->now_ns);
  auto now_ns = loop.slowest_ns, then_ns = static_cast<uint64_t>(kept * static_cast<double>(now_ns));
  return fmt::format("schedule({}) would make its {} about {} instead of {} (estimate from the measured chunks)",
                     best->schedule, count_text(loop.executions, "execution"), duration_text(then_ns),
                     duration_text(now_ns));
}
} // namespace

std::string phase_sentence(const RunStatistics& run) {
  auto most = run.phases.dominant;
  if (!most) return "";
  std::string text = fmt::format("of the skeleton's phases {} takes longest: {} on one thread", name_of(most->phase),
                                 duration_text(most->time_ns));
  if (run.phases.call_ns > 0)
    text += fmt::format(", {} of the {} that its calls take on the slowest thread",
                        percent_text(most->time_ns, run.phases.call_ns), duration_text(run.phases.call_ns));
  if (most->level_ns < most->time_ns)
    text += fmt::format("; most of it, {}, at level {}", duration_text(most->level_ns), most->level);
  return text;
}

std::vector<StatsSentence> stats_sentences(const StatsInput& input, const SourceQuotes& sources) {
  const RunStatistics& run = input.run;
  std::vector<StatsSentence> sentences;
  std::string first =
      fmt::format("{} of {} time is lost: {} of {}; efficiency {:.2f}", percent_text(run.lost_ns(), run.capacity_ns()),
                  run.threads == 1 ? "one thread's" : fmt::format("{} threads'", run.threads),
                  duration_text(run.lost_ns()), duration_text(run.capacity_ns()), run.efficiency());
  if (run.unrecorded_ns() > 0) first += fmt::format("; {} more are not recorded", duration_text(run.unrecorded_ns()));
  if (run.setup_ns() > 0)
    first += fmt::format("; starting and ending MPI takes {} more", duration_text(run.setup_ns()));
  sentences.push_back({first, run.lost_ns(), ""});
  LossWords words(input, sources);
  for (const Finding& finding : find_lost_time(run))
    sentences.push_back({words.of(finding), finding.lost_ns, words.estimate(finding)});
  return sentences;
}

} // namespace unply
