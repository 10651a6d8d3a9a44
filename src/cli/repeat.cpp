// Each run is recorded by a process of its own, which ends as the program does: what `unply record` does about signals,
// limits and exit codes stays as it is.
#include "cli/repeat.h"
#include "base/mapped_file.h"
#include "cli/command.h"
#include "cli/scratch_folder.h"
#include "trace/output_file.h"
#include "trace/trace_reader.h"
#include "unply/runtime_abi.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

namespace unply {

namespace {

std::string difference(const Trace& a, const Trace& b) {
  const TaskColumns &t = a.tasks, &u = b.tasks;
  if (t.size() != u.size()) return fmt::format("{} instead of {} vertices", u.size(), t.size());
  for (size_t v = 0; v < t.size(); ++v)
    if (std::tie(t.region[v], t.trace[v], t.instance[v], t.parent[v]) !=
        std::tie(u.region[v], u.trace[v], u.instance[v], u.parent[v]))
      return fmt::format("task {} is another", v + 1);
  const EdgeColumns &e = a.edges, &f = b.edges;
  if (e.size() != f.size()) return fmt::format("{} instead of {} edges", f.size(), e.size());
  for (size_t i = 0; i < e.size(); ++i)
    if (std::tie(e.from[i], e.to[i], e.kind[i]) != std::tie(f.from[i], f.to[i], f.kind[i]))
      return fmt::format("the edge {} -> {} is another", e.from[i] + 1, e.to[i] + 1);
  return "";
}

uint64_t sum(const std::vector<uint64_t>& numbers) {
  uint64_t total = 0;
  for (uint64_t n : numbers) total += n;
  return total;
}

} // namespace

namespace {

// Where task instance k of a run without hooks, in the order of their begins, is in the graph.
std::vector<uint32_t> instance_rows(const TaskColumns& graph) {
  std::vector<uint32_t> rows;
  for (uint32_t v = 0; v < graph.size(); ++v)
    if (graph.instance[v] == v) rows.push_back(v);
  return rows;
}

std::string difference_of_instances(const TaskColumns& graph, const std::vector<uint32_t>& rows,
                                    const TaskColumns& times) {
  if (times.size() != rows.size()) return fmt::format("{} instead of {} task instances", times.size(), rows.size());
  for (size_t k = 0; k < rows.size(); ++k) {
    uint32_t v = rows[k], parent = graph.parent[v];
    uint32_t parents_row = times.parent[k] ? rows[times.parent[k] - 1] + 1 : 0;
    if (graph.region[v] != times.region[k] || graph.trace[v] != times.trace[k] ||
        (parent ? graph.instance[parent - 1] + 1 : 0) != parents_row)
      return fmt::format("task instance {} is another", k + 1);
  }
  return "";
}

// The vertices of one instance, after extensions, share its time in proportion to what they took in the run with
// hooks. Their shares sum up to `total` exactly.
void share_out(uint64_t total, const std::vector<uint32_t>& vertices, const TaskColumns& graph,
               std::vector<uint64_t>& shares) {
  auto weight = [&](uint32_t v) { return static_cast<double>(graph.self_ns[v] - graph.overhead_ns[v]) + 1; };
  double all = 0, so_far = 0;
  for (uint32_t v : vertices) all += weight(v);
  uint64_t given = 0;
  for (uint32_t v : vertices) {
    so_far += weight(v);
    uint64_t until = v == vertices.back() ? total : static_cast<uint64_t>(static_cast<double>(total) * (so_far / all));
    until = std::clamp(until, given, total);
    shares[v] = until - given;
    given = until;
  }
}

} // namespace

std::string Repeats::add(Trace run) {
  ++runs_;
  return run.info.times_only ? add_times_run(run) : add_graph_run(std::move(run));
}

std::string Repeats::add_times_run(const Trace& run) {
  const TaskColumns& graph = first_.tasks;
  if (vertices_.empty()) {
    instances_ = instance_rows(graph);
    vertices_.resize(graph.size());
    for (uint32_t v = 0; v < graph.size(); ++v) vertices_[graph.instance[v]].push_back(v);
  }
  if (std::string other = difference_of_instances(graph, instances_, run.tasks); !other.empty()) return other;
  std::vector<uint64_t> times(graph.size()), costs(graph.size());
  for (size_t k = 0; k < instances_.size(); ++k) {
    share_out(run.tasks.self_ns[k], vertices_[instances_[k]], graph, times);
    share_out(run.tasks.overhead_ns[k], vertices_[instances_[k]], graph, costs);
  }
  if (!times_only_) times_.clear();
  for (size_t v = 0; v < costs.size(); ++v)
    least_cost_ns_[v] = times_only_ ? std::min(least_cost_ns_[v], costs[v]) : costs[v];
  times_only_ = true;
  times_.push_back(std::move(times));
  return "";
}

std::string Repeats::add_graph_run(Trace run) {
  times_.push_back(run.tasks.self_ns);
  if (times_.size() > 1) {
    std::string other = difference(first_, run);
    for (size_t v = 0; other.empty() && v < least_cost_ns_.size(); ++v)
      least_cost_ns_[v] = std::min(least_cost_ns_[v], run.tasks.overhead_ns[v]);
    return other;
  }
  least_cost_ns_ = run.tasks.overhead_ns;
  first_ = std::move(run);
  return "";
}

size_t Repeats::fastest() const {
  size_t best = 0;
  if (times_only_) return best; // the others have no graph
  for (size_t run = 1; run < times_.size(); ++run)
    if (sum(times_[run]) < sum(times_[best])) best = run;
  return best;
}

Repeats::Combined Repeats::combine() const {
  Combined combined;
  std::vector<uint64_t> of(times_.size());
  for (size_t v = 0; v < times_[0].size(); ++v) {
    for (size_t run = 0; run < of.size(); ++run) of[run] = times_[run][v] - std::min(times_[run][v], least_cost_ns_[v]);
    std::ranges::sort(of);
    uint64_t limit = 3 * of[(of.size() - 1) / 2] + 1000;
    auto beyond = std::ranges::upper_bound(of, limit);
    combined.left_out += static_cast<uint64_t>(of.end() - beyond);
    combined.times.least_ns.push_back(of.front());
    combined.times.most_ns.push_back(*(beyond - 1)); // the median is never left out
  }
  combined.measured = times_.size() * times_[0].size();
  combined.times.without_hooks = times_only_;
  auto least = static_cast<double>(sum(combined.times.least_ns));
  if (least > 0) combined.spread = static_cast<double>(sum(combined.times.most_ns)) / least - 1;
  return combined;
}

std::string words_for_times(const Repeats& repeats, const Repeats::Combined& combined) {
  size_t without = repeats.runs_for_times();
  if (without == 1) return "times of a run without access hooks";
  return fmt::format("least times of {} runs{}, the longest times are {:.0f} % above them",
                     without ? without : repeats.runs(), without ? " without access hooks" : "", 100 * combined.spread);
}

std::vector<std::string> repeat_notes(const Repeats& repeats, const Repeats::Combined& combined, size_t run) {
  size_t without = repeats.runs_for_times();
  std::vector<std::string> notes = {
      fmt::format("the time of each task is its least in {} runs {}, begin and end are of run {}; the longest "
                  "times are {:.0f} % above them, all tasks together",
                  without ? without : repeats.runs(), without ? "without access hooks" : "with the same graph", run,
                  100 * combined.spread)};
  if (without == 1)
    notes = {
        fmt::format("the time of each task is that of a run without access hooks, begin and end are of run {}", run)};
  if (combined.left_out > 0)
    notes.push_back(fmt::format("{} of {} measured times are left out, being above three times the median of their "
                                "task and 1 us: the program was preempted then, or waited for memory",
                                combined.left_out, combined.measured));
  return notes;
}

namespace {

volatile std::sig_atomic_t child_of_run = 0;
void pass_on(int signal) { ::kill(static_cast<pid_t>(child_of_run), signal); }

// What signals do while a child runs. Like system(3): Ctrl-C is for the program, this process says afterwards what
// became of it. What is meant for this process alone goes on to the child, which ends with its program; then the folder
// of the runs can go, too.
class SignalsOfRun {
public:
  SignalsOfRun() {
    ::sigemptyset(&passed_);
    for (int signal : kPassed) ::sigaddset(&passed_, signal);
    ::sigprocmask(SIG_BLOCK, &passed_, &mask_before_); // until there is a child
    struct sigaction action{};
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &action, &before_[0]);
    ::sigaction(SIGQUIT, &action, &before_[1]);
    action.sa_handler = pass_on;
    ::sigaction(SIGTERM, &action, &before_[2]);
    ::sigaction(SIGHUP, &action, &before_[3]);
  }
  ~SignalsOfRun() { restore(); }
  SignalsOfRun(const SignalsOfRun&) = delete;
  SignalsOfRun& operator=(const SignalsOfRun&) = delete;

  void pass_to(pid_t child) {
    child_of_run = child;
    ::sigprocmask(SIG_UNBLOCK, &passed_, nullptr);
  }
  void restore() { // also in the child
    for (size_t i = 0; i < std::size(kAll); ++i) ::sigaction(kAll[i], &before_[i], nullptr);
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  }

private:
  static constexpr int kAll[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP}, kPassed[] = {SIGTERM, SIGHUP};
  sigset_t passed_, mask_before_;
  struct sigaction before_[std::size(kAll)] = {};
};

// The status of waitpid.
int run_apart(const std::function<ProgramEnd()>& work) {
  std::fflush(stdout);
  SignalsOfRun signals;
  pid_t child = ::fork();
  if (child == 0) {
    signals.restore();
    ProgramEnd end = work();
    std::fflush(stdout);
    if (end.signal) die_by_signal(end.signal);
    ::_exit(end.status);
  }
  int status = kExitRecorderFailed << 8;
  if (child > 0) signals.pass_to(child);
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

struct Outcome {
  size_t kept = 0;   // of the runs, from 0
  bool same = true;  // all graphs are
  int status = 0;    // of the last run
  std::string stop;  // why there were no more runs
  std::string other; // of the first graph that differs
};

std::string path_of(const ScratchFolder& folder, size_t run) {
  return (folder.path() / fmt::format("{}.trace", run + 1)).string();
}

bool has_plain_copies(const TraceInfo& info) {
  return info.pass_stats.size() > kUnplyStatCopies && info.pass_stats[kUnplyStatCopies] > 0;
}

Result<Outcome> record_runs(const RepeatPlan& plan, const ScratchFolder& folder, Repeats& repeats) {
  Outcome outcome;
  RingMode mode = kRingOnline;
  for (unsigned run = 0; run < plan.count && outcome.stop.empty(); ++run) {
    int status = run_apart([&] { return plan.record(path_of(folder, run), mode); });
    if (run == 0) outcome.status = status;
    std::error_code none;
    if (run == 0 && !std::filesystem::exists(path_of(folder, run), none)) return outcome; // said by the child
    bool fine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (run > 0 && !fine) {
      outcome.status = status;
      outcome.stop = fmt::format("run {} did not end well", run + 1);
      break;
    }
    auto trace = read_trace(path_of(folder, run));
    if (!trace) return std::unexpected(trace.error());
    if (!fine || !trace->info.complete || trace->tasks.size() == 0)
      outcome.stop = fmt::format("run {} {}", run + 1,
                                 !fine                   ? "did not end well"
                                 : !trace->info.complete ? "is incomplete: " + trace->info.incomplete_why
                                                         : "had no tasks");
    if (!outcome.stop.empty() && run > 0) break;
    if (run == 0 && has_plain_copies(trace->info)) mode = kRingTimes;
    std::string other = repeats.add(std::move(*trace));
    if (outcome.same && !other.empty()) outcome.other = fmt::format("run {} has {}", run + 1, other);
    outcome.same &= other.empty();
  }
  outcome.kept = repeats.runs() ? repeats.fastest() : 0;
  return outcome;
}

Result<std::string> keep(const RepeatPlan& plan, const ScratchFolder& folder, const Repeats& repeats,
                         const Outcome& outcome) {
  auto file = MappedFile::open(path_of(folder, outcome.kept));
  if (!file) return std::unexpected(file.error());
  auto output = OutputFile::create(plan.output);
  if (!output) return std::unexpected(output.error());
  std::vector<std::string> notes;
  Repeats::Combined combined;
  std::string said = fmt::format("the fastest of {} runs, whose graphs differ: {}", repeats.runs(), outcome.other);
  if (repeats.runs() == 1) {
    said = fmt::format("recorded once: {}", outcome.stop);
  } else if (outcome.same) {
    combined = repeats.combine();
    notes = repeat_notes(repeats, combined, outcome.kept + 1);
    said = words_for_times(repeats, combined);
  }
  if (notes.empty()) notes.push_back("times are not the least of repeated runs but those of one: " + said);
  if (repeats.runs() > 1 && !outcome.stop.empty())
    notes.push_back(fmt::format("recording was not repeated more often: {}", outcome.stop));
  if (auto written = write_with_repeats(**output, file->bytes(), combined.times, notes); !written)
    return std::unexpected(written.error());
  if (auto published = (*output)->publish(); !published) return std::unexpected(published.error());
  return said;
}

bool holds_a_spool(const ScratchFolder& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder.path(), error), end; !error && at != end; at.increment(error))
    if (at->path().string().find(".spool.") != std::string::npos) return true;
  return false;
}

// The status of waitpid with which the program ended, or that of a recorder that failed.
int status_of_runs(const RepeatPlan& plan) {
  constexpr int kFailed = kExitRecorderFailed << 8;
  ScratchFolder folder("record");
  if (folder.path().empty()) return print_error({"record: no temporary folder can be made", "see TMPDIR"}), kFailed;
  Repeats repeats;
  auto outcome = record_runs(plan, folder, repeats);
  if (holds_a_spool(folder))
    folder.keep(); // there was no room for the recording of the events in it: said by the child
  if (!outcome) return print_error(outcome.error()), kFailed;
  if (repeats.runs() == 0) return outcome->status;
  auto said = keep(plan, folder, repeats, *outcome);
  if (!said) {
    folder.keep();
    print_error(
        {fmt::format("{}; the recordings of the runs are kept in {}", said.error().what, folder.path().string()),
         fmt::format("make room, then mv {} {}", path_of(folder, outcome->kept), plan.output)});
    return kFailed;
  }
  std::string text;
  if (!outcome->same)
    text = fmt::format("unply: warning: {}: {}\n  hint: times of different graphs cannot be combined\n", plan.output,
                       *said);
  else if (!plan.quiet)
    text = fmt::format("unply: {}: {}; next: unply report {}\n", plan.output, *said, plan.output);
  std::fputs(text.c_str(), stderr);
  return outcome->status;
}

} // namespace

ProgramEnd record_repeatedly(const RepeatPlan& plan) {
  int status = status_of_runs(plan);
  return WIFSIGNALED(status) ? ProgramEnd{128 + WTERMSIG(status), WTERMSIG(status)} : ProgramEnd{WEXITSTATUS(status)};
}

} // namespace unply
