// A separate process records each run and ends like the program: the handling of signals, limits and exit codes in
// `unply record` is unchanged.
#include "cli/record/repeat.h"
#include "base/mapped_file.h"
#include "cli/command.h"
#include "collect/repeated_runs.h"
#include "collect/scratch_folder.h"
#include "trace/output_file.h"
#include "trace/repeats.h"
#include "trace/trace_reader.h"
#include "unply/runtime_abi.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unply {

namespace {

constexpr unsigned kMostCopies = 1024;
volatile std::sig_atomic_t children_of_run[kMostCopies]; // 0 after the last
void pass_on(int signal) {
  for (unsigned i = 0; i < kMostCopies && children_of_run[i]; ++i)
    ::kill(static_cast<pid_t>(children_of_run[i]), signal);
}

// Signal handling while a child runs, as in system(3): Ctrl-C is for the program, and this process reports its end
// afterwards. A signal to this process alone is forwarded to the child, which ends with its program; then the folder of
// the runs can be deleted, too.
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

  void pass_to(const std::vector<pid_t>& children) {
    for (size_t i = 0; i < kMostCopies; ++i)
      children_of_run[i] = i < children.size() && children[i] > 0 ? children[i] : 0;
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

// Copies read the same input from its begin, and print nothing: the program has said all that already.
void detach_copy() {
  struct stat input{};
  if (::fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode))
    if (int again = ::open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC); again >= 0) ::dup2(again, STDIN_FILENO);
  if (int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0)
    ::dup2(nowhere, STDOUT_FILENO), ::dup2(nowhere, STDERR_FILENO);
}

// Runs as ordered, all at once, each recorded by a process of its own. The statuses of waitpid.
std::vector<int> run_apart(const RepeatPlan& plan, const std::vector<RunOrder>& orders) {
  std::fflush(stdout);
  SignalsOfRun signals;
  std::vector<pid_t> children;
  for (const RunOrder& order : orders) {
    pid_t child = ::fork();
    if (child == 0) {
      signals.restore();
      if (order.processor >= 0) detach_copy();
      ProgramEnd end = plan.record(order);
      std::fflush(stdout);
      if (end.signal) die_by_signal(end.signal);
      ::_exit(end.status);
    }
    children.push_back(child);
  }
  signals.pass_to(children);
  std::vector<int> statuses;
  for (pid_t child : children) {
    int status = kExitRecorderFailed << 8;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    statuses.push_back(status);
  }
  return statuses;
}

bool ended_well(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }

struct Outcome {
  size_t kept = 0;   // of the runs, from 0
  bool same = true;  // all graphs are
  int status = 0;    // of the last run
  std::string stop;  // why there were no more runs
  std::string other; // of the first graph that differs
};

// Each run reads the same input: a file from the same position. The first run has consumed the input of a pipe.
class StandardInput {
public:
  StandardInput() {
    struct stat status{};
    if (::fstat(STDIN_FILENO, &status) != 0) return;
    if (S_ISREG(status.st_mode)) start_ = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
    pipe_ = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
  }
  void begin_again() const {
    if (start_ >= 0) ::lseek(STDIN_FILENO, start_, SEEK_SET);
  }
  // Why a run may be another one, if its input is a reason.
  std::string why_other() const {
    return pipe_ ? "; its standard input is a pipe, which run 1 has read: give the input as a file, < FILE" : "";
  }

private:
  off_t start_ = -1;
  bool pipe_ = false;
};

std::string path_of(const ScratchFolder& folder, size_t run) {
  return (folder.path() / fmt::format("{}.trace", run + 1)).string();
}

bool has_plain_copies(const TraceInfo& info) {
  return info.pass_stats.size() > kUnplyStatCopies && info.pass_stats[kUnplyStatCopies] > 0;
}

// A run with its tasks, if it is of use; outcome.stop is empty if another one may follow.
Result<std::optional<Trace>> record_tasks(const RepeatPlan& plan, const RunOrder& order, unsigned run,
                                          const StandardInput& input, Outcome& outcome) {
  input.begin_again();
  int status = run_apart(plan, {order})[0];
  if (run == 0) outcome.status = status;
  std::error_code none;
  if (run == 0 && !std::filesystem::exists(order.path, none)) {
    outcome.stop = "it was not recorded"; // said by the child
    return std::nullopt;
  }
  if (run > 0 && !ended_well(status)) {
    outcome.status = status;
    outcome.stop = fmt::format("run {} did not end well{}", run + 1, input.why_other());
    return std::nullopt;
  }
  auto trace = read_trace(order.path);
  if (!trace) return error_of(trace);
  if (!ended_well(status) || !trace->info.complete || trace->tasks.size() == 0)
    outcome.stop = fmt::format("run {} {}", run + 1,
                               !ended_well(status)     ? "did not end well"
                               : !trace->info.complete ? "is incomplete: " + trace->info.incomplete_why
                                                       : "had no tasks" + (run > 0 ? input.why_other() : ""));
  if (!outcome.stop.empty() && run > 0) return std::nullopt;
  return std::move(*trace);
}

// The same region without stamps inside it, to check the sum of its tasks. Nothing depends on this run: if it fails
// there is no check.
void record_unstamped(const RepeatPlan& plan, const ScratchFolder& folder, const StandardInput& input,
                      Repeats& repeats) {
  input.begin_again();
  std::string path = (folder.path() / "unstamped.trace").string();
  int status = run_apart(plan, {{.path = path, .mode = kRingUnstamped, .again = true}})[0];
  if (!ended_well(status)) return;
  if (auto trace = read_trace(path); trace && trace->info.complete) repeats.add_unstamped(*trace);
}

// Copies of the program at once, one a processor: they share caches and memory as the threads of a parallel program do.
void record_beside(const RepeatPlan& plan, const ScratchFolder& folder, Repeats& repeats, Outcome& outcome) {
  std::vector<RunOrder> orders;
  for (unsigned copy = 0; copy < plan.beside; ++copy)
    orders.push_back({.path = (folder.path() / fmt::format("beside-{}.trace", copy + 1)).string(),
                      .mode = kRingTimes,
                      .processor = static_cast<int>(copy),
                      .again = true});
  std::vector<int> statuses = run_apart(plan, orders);
  for (size_t copy = 0; copy < orders.size() && outcome.stop.empty(); ++copy) {
    auto trace = read_trace(orders[copy].path);
    if (!ended_well(statuses[copy]) || !trace || !trace->info.complete)
      outcome.stop = fmt::format("copy {} beside others did not end well", copy + 1);
    else if (std::string other = repeats.add_beside(*trace, copy); !other.empty())
      outcome.stop = fmt::format("copy {} beside others has {}", copy + 1, other);
  }
}

Result<Outcome> record_runs(const RepeatPlan& plan, const ScratchFolder& folder, Repeats& repeats) {
  Outcome outcome;
  RunOrder order;
  const StandardInput input;
  for (unsigned run = 0; run < plan.count && outcome.stop.empty(); ++run) {
    order.path = path_of(folder, run);
    order.again = run > 0;
    auto trace = record_tasks(plan, order, run, input, outcome);
    if (!trace) return error_of(trace);
    if (!*trace) break;
    if (run == 0 && has_plain_copies((*trace)->info)) order.mode = kRingTimes;
    std::string other = repeats.add(std::move(**trace));
    if (outcome.same && !other.empty())
      outcome.other = fmt::format("run {} has {}{}", run + 1, other, input.why_other());
    outcome.same &= other.empty();
    if (outcome.same && outcome.stop.empty() && run > 0 && order.mode == kRingTimes && plan.beside > 0)
      record_beside(plan, folder, repeats, outcome);
  }
  if (outcome.same && outcome.stop.empty() && repeats.runs_for_times() > 0)
    record_unstamped(plan, folder, input, repeats);
  outcome.kept = repeats.runs() ? repeats.fastest() : 0;
  return outcome;
}

Result<std::string> keep(const RepeatPlan& plan, const ScratchFolder& folder, const Repeats& repeats,
                         const Outcome& outcome) {
  auto file = MappedFile::open(path_of(folder, outcome.kept));
  if (!file) return error_of(file);
  auto output = OutputFile::create(plan.output);
  if (!output) return error_of(output);
  std::vector<std::string> notes;
  RepeatedTimes kept;
  std::string said = fmt::format("the fastest of {} runs, whose graphs differ: {}", repeats.runs(), outcome.other);
  if (repeats.runs() == 1) {
    said = fmt::format("recorded once: {}", outcome.stop);
  } else if (outcome.same) {
    TaskTimes times = repeats.combine();
    notes = repeats.notes(times, outcome.kept + 1);
    said = words_for_times(repeats, times);
    kept = {.time_ns = std::move(times.time_ns),
            .low_ns = std::move(times.low_ns),
            .high_ns = std::move(times.high_ns),
            .beside_ns = std::move(times.beside_ns),
            .resolution_ps = static_cast<uint64_t>(1000 * times.resolution_ns),
            .beside = 0,
            .without_hooks = repeats.runs_for_times() > 0};
    if (!kept.beside_ns.empty()) kept.beside = plan.beside;
  }
  if (notes.empty()) notes.push_back("times come from one run instead of repeated runs: " + said);
  if (plan.beside > 0 && kept.beside == 0)
    notes.push_back("task times beside copies of the program were not measured: its functions have no copies without "
                    "access hooks, or a run failed");
  if (repeats.runs() > 1 && !outcome.stop.empty())
    notes.push_back(fmt::format("recording was not repeated further: {}", outcome.stop));
  TRY(write_with_repeats(**output, file->bytes(), kept, notes));
  TRY((*output)->publish());
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
  if (folder.path().empty()) return print_error({"record: cannot create a temporary folder", "see TMPDIR"}), kFailed;
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
