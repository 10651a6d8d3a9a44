// unply record: runs a program unchanged and writes the data from the runtime inside it. It ends like the program: with
// the same exit status or signal (like rr and time).
#include "base/number_text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/record/repeat.h"
#include "collect/child_program.h"
#include "collect/host.h"
#include "collect/left_behind.h"
#include "collect/parallel_run.h"
#include "collect/recording.h"
#include "graph/load_trace.h"
#include "trace/ticks.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <functional>
#include <sched.h>

namespace unply {

namespace {

struct RecordOptions {
  bool accesses = false, loops = false, later = false, embed_sources = false, quiet = false, paused = false;
  bool again = false; // not the first of several runs: gaps are reported for all of them together
  std::string output;
  std::vector<std::string> parameters;
  uint64_t buffer = 0; // 0: as the kind of recording needs it
  unsigned repeat = 1, beside = 0;
  std::vector<std::string> program; // words
};

// The program's own options are not ours: everything from the first word that is neither option nor value.
int first_program_word(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::string_view word = argv[i];
    if (word == "--") return i;
    if (!word.starts_with("-") || word == "-") return i;
    if (word == "-o" || word == "--output" || word == "--param" || word == "--buffer" || word == "--repeat" ||
        word == "--beside")
      ++i;
  }
  return argc;
}

int parse(RecordOptions& options, int argc, char** argv) {
  CLI::App app("Runs PROGRAM and records the dependences of its task instances, or the activity of its threads: unply "
               "record [OPTIONS] [--] "
               "PROGRAM [ARGUMENTS...]\n"
               "Exits like PROGRAM; 125: the recorder failed, 126: not executable, 127: not found.");
  auto* accesses =
      app.add_flag("--accesses", options.accesses, "record every access instead of the graph (larger, slower)");
  auto* loops = app.add_flag("--loops", options.loops,
                             "record the dependences of loop iterations instead, as of a program without regions")
                    ->excludes(accesses);
  auto* later = app.add_flag("--later", options.later,
                             "find the dependences when the recording is first read: the program waits less")
                    ->excludes(accesses)
                    ->excludes(loops);
  app.add_option("-o,--output", options.output,
                 "the recording; default: PROGRAM's name with .trace, in this directory");
  app.add_option("--param", options.parameters, "name=value to store in the recording; may be repeated")
      ->allow_extra_args(false)
      ->check([](const std::string& text) {
        return text.find('=') > 0 && text.find('=') != text.npos ? "" : text + ": expected name=value";
      });
  app.add_option("--buffer", options.buffer,
                 "memory shared by program and recorder, such as 16M; default: 4M, for parallel runs 64M")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(uint64_t{2} << 20, uint64_t{64} << 30));
  app.add_flag("--embed-sources", options.embed_sources, "store the text of the source files in the recording");
  auto* repeat = app.add_option("--repeat", options.repeat,
                                "run it N times, all but the first without tracing, for reliable times")
                     ->check(CLI::Range(1, 1000))
                     ->excludes(accesses)
                     ->excludes(later);
  app.add_option(
         "--beside", options.beside,
         "with --repeat: also run P copies at the same time, one per processor, to measure task times beside them")
      ->check(CLI::Range(2, 1024))
      ->needs(repeat);
  app.add_flag("--paused", options.paused,
               "parallel runs: record nothing until the program calls unply_record_resume() or omp_control_tool()");
  app.add_flag("-q,--quiet", options.quiet, "no summary at the end");
  app.footer("Examples:\n"
             "  unply record ./heat 1000\n"
             "  unply record -o small.trace --param n=10 ./heat 10\n"
             "  unply record --repeat 5 ./heat 1000\n"
             "  unply record --embed-sources -- ./sw a.fasta b.fasta");
  int program = first_program_word(argc, argv);
  if (int code = parse_command_line(app, program, argv); code >= 0) return code;
  if (program < argc && std::string_view(argv[program]) == "--") ++program;
  options.program.assign(argv + program, argv + argc);
  if (!options.program.empty()) return -1;
  return print_error({"unply record: no program given", "unply record [OPTIONS] PROGRAM [ARGUMENTS...]"});
}

// The entries about the run in the meta table and, for a parallel run, in its spool.
void describe_run(const RecordOptions& options, const std::function<void(const char*, const std::string&)>& add) {
  add("unply_version", version());
  add("program", options.program[0]);
  for (size_t i = 1; i < options.program.size(); ++i) add("argument", options.program[i]);
  for (const std::string& parameter : options.parameters) add("parameter", parameter);
  std::error_code ignored;
  add("directory", std::filesystem::current_path(ignored).string());
  add("started_at", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  Host host = this_host();
  add("machine", host.name);
  add("cpu", host.cpu);
  add("kernel", host.kernel);
  add("cores", std::to_string(host.cores));
}

void warn(const std::string& what, const std::string& hint) {
  std::fputs(fmt::format("unply: warning: {}\n  hint: {}\n", what, hint).c_str(), stderr);
}

void print_trouble(const Error& trouble) {
  print_error({trouble.what + "; recording has stopped, the program is not affected", trouble.hint});
}

// One run of a program: the receivers of its records, and the messages about it.
class Run {
public:
  Run(const RecordOptions& options, std::unique_ptr<OutputFile> file, const std::string& program, RingMode mode);
  std::expected<void, StartError> start(const std::string& program, int processor); // -1: any
  ProgramEnd record();

private:
  bool pump();
  void record_until_end();
  void follow_what_is_left();
  void say_that_it_waits(const std::vector<LeftProcess>& processes);
  std::vector<LeftProcess> followed(const std::vector<LeftProcess>& left) const;
  void finish();
  void finish_events();
  void say_trouble();
  const RecordOptions& options_;
  RingMode mode_;
  ChildProgram child_; // first: from here on signals are for the program
  Recording recording_;
  ParallelRun parallel_;
  bool trouble_said_ = false;
  std::string unfinished_;         // processes that recording did not wait for though they record, or empty
  std::vector<std::string> notes_; // on others
};

Run::Run(const RecordOptions& options, std::unique_ptr<OutputFile> file, const std::string& program, RingMode mode)
    : options_(options), mode_(mode), recording_(std::move(file), mode, options.later),
      parallel_(program, options.program, options.output, options.buffer ? options.buffer : 64 << 20) {
  recording_.make_ring(options.buffer ? options.buffer : 4 << 20);
  describe_run(options, [&](const char* key, const std::string& value) {
    recording_.writer().add_meta(key, value);
    parallel_.describe(key, value);
  });
}

// In a parallel program only the first thread allocates from glibc's main heap, which grows by 128 KiB. Those of the
// other threads grow by pages, each a system call: a program that builds trees took 1.3 times as long there. Copies
// stand for threads, so all but the first get such a heap. Thresholds are those that a heap has that has freed large
// blocks.
constexpr const char* kHeapOfThread = "GLIBC_TUNABLES=glibc.malloc.top_pad=0:glibc.malloc.mmap_threshold=33554432:"
                                      "glibc.malloc.trim_threshold=67108864";

std::expected<void, StartError> Run::start(const std::string& program, int processor) {
  std::vector<std::string> environment = parallel_.environment();
  if (options_.paused) environment.emplace_back("UNPLY_PAUSED=1");
  if (recording_.ring()) environment.push_back("UNPLY_RING=" + recording_.ring()->path());
  if (processor > 0 && !std::getenv("GLIBC_TUNABLES")) environment.emplace_back(kHeapOfThread);
  return child_.start(program, options_.program, environment);
}

ProgramEnd Run::record() {
  record_until_end();
  follow_what_is_left();
  finish();
  return child_.end();
}

bool Run::pump() {
  bool busy = recording_.pump();
  busy |= parallel_.pump();
  // Events stay in the spool until the end, when the disk may have room again.
  if (recording_.trouble() && (recording_.claimed() || !parallel_.records())) say_trouble();
  return busy;
}

void Run::say_trouble() {
  if (!std::exchange(trouble_said_, true)) print_trouble(*recording_.trouble());
}

// Empties the ring until the program has ended. Sleeps at most 8 ms: while it fills, the program waits for room at most
// that long.
void Run::record_until_end() {
  for (int idle_ms = 0; !child_.wait(idle_ms);) {
    idle_ms = pump() ? 0 : std::clamp(idle_ms * 2, 1, 8);
    if (trouble_said_ && !parallel_.records()) idle_ms = 1000; // nothing to do but wait
  }
}

std::vector<LeftProcess> Run::followed(const std::vector<LeftProcess>& left) const {
  if (recording_.claimed()) { // of instrumented programs one process records
    std::vector<LeftProcess> found;
    for (const LeftProcess& process : left)
      if (process.pid == recording_.owner()) found.push_back(process);
    return found;
  }
  return parallel_.records() ? parallel_.followed(left) : std::vector<LeftProcess>();
}

// A daemon is the program, though its parent has ended. Looks at the tree of processes, which takes some ms, once a
// second and when one of them has ended.
void Run::follow_what_is_left() {
  constexpr uint64_t kLookNs = 1'000'000'000;
  if (!child_.left_some()) return;
  std::vector<LeftProcess> left = processes_below(), waited_for = followed(left);
  uint64_t begun_ns = monotonic_ns(), looked_ns = begun_ns, reaped = child_.reaped();
  bool said = false;
  for (int idle_ms = 0; !waited_for.empty() && !child_.asked_to_stop(); child_.wait(idle_ms)) {
    idle_ms = pump() ? 0 : std::clamp(idle_ms * 2, 1, 8);
    if (child_.reaped() == reaped && monotonic_ns() - looked_ns < kLookNs) continue;
    looked_ns = monotonic_ns(), reaped = child_.reaped();
    left = processes_below(), waited_for = followed(left);
    if (!waited_for.empty() && looked_ns - begun_ns >= kLookNs && !std::exchange(said, true))
      say_that_it_waits(waited_for);
  }
  if (!waited_for.empty()) unfinished_ = words_for(waited_for) + " still ran when the recording was ended";
  std::erase_if(left, [&](const LeftProcess& process) {
    return std::ranges::find(waited_for, process.pid, &LeftProcess::pid) != waited_for.end();
  });
  if (!left.empty())
    notes_.push_back(words_for(left) + " still ran when the recording ended: their later events are missing");
}

void Run::say_that_it_waits(const std::vector<LeftProcess>& processes) {
  std::string text =
      fmt::format("unply: {} has ended, but {} that it started still {}: recording goes on until the end "
                  "of it, or until Ctrl-C\n",
                  options_.program[0], words_for(processes), processes.size() == 1 ? "runs" : "run");
  std::fputs(text.c_str(), stderr);
}

std::string size_text(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double kib = static_cast<double>(bytes) / 1024;
  return kib < 1024 ? fmt::format("{:.0f} KiB", kib) : fmt::format("{:.1f} MiB", kib / 1024);
}

void warn_of_choices(const std::vector<std::string>& unmatched) {
  for (const std::string& choice : unmatched)
    warn(unmatched_sentence(choice),
         choice.starts_with("fn:") ? "fn:update, fn:Grid::update and fn:ns::Grid::update name every instance of a "
                                     "template, fn:update(int) one of several functions"
                                   : "give the line of the for, while or do, and compile with -g");
}

void summarize(Recording& recording, const ParallelRun& parallel, const RecordOptions& options) {
  TraceWriter& writer = recording.writer();
  uint64_t tasks = options.accesses ? writer.stream_tasks() : writer.task_instances();
  const std::string& program = options.program[0];
  const std::vector<std::string> unmatched = recording.unmatched_choices();
  warn_of_choices(unmatched);
  if (recording.profiled()) tasks = 0;
  if (recording.trouble() || (recording.profiled() && !recording.stopped())) {
    // said already, or nothing to be said
  } else if (auto why = parallel.why_nothing(); !recording.claimed() && why) {
    warn(why->what, why->hint);
  } else if (!recording.claimed()) {
    warn(fmt::format("{}: recorded nothing: it is not built with unply cc or unply c++", program),
         "build it with CC=unply-cc CXX=unply-c++; if it was, a limit such as ulimit -v kept it from recording");
  } else if (recording.stopped()) {
    warn(fmt::format("{}: {}", program, recording.incomplete_why()), recording.stop_hint());
  } else if (tasks == 0 && options.again) {
    // said by the one who repeats
  } else if (tasks == 0 && recording.forked()) {
    warn(
        fmt::format("{}: no task instance ran in its first process, and children after fork are not followed", program),
        kWithoutFork);
  } else if (tasks == 0) {
    warn(
        fmt::format("{}: no task instance ran", program),
        unmatched.empty()
            ? "put #pragma exg task before the statement or loop body to be a task; where no task is marked, loops are "
              "looked at, if the program has any"
            : "correct the choice of --tasks, and compile again");
  }
  if (options.quiet) return;
  for (const std::string& note : recording.notes()) std::fputs(fmt::format("unply: note: {}\n", note).c_str(), stderr);
  std::string edges = options.accesses ? "access stream"
                      : options.later  ? "edges found when it is first read"
                                       : count_text(writer.edges_written(), "edge");
  std::string line = fmt::format("unply: {}: {}, {}, {}", options.output, count_text(tasks, "task instance"), edges,
                                 size_text(writer.bytes_written()));
  if (recording.profiled())
    line = fmt::format("unply: {}: {}, {}, {}", options.output, count_text(writer.loops_written(), "loop"),
                       count_text(writer.loop_dependences_written(), "dependence"), size_text(writer.bytes_written()));
  if (!recording.incomplete_why().empty()) line += fmt::format(", incomplete: {}", recording.incomplete_why());
  line += fmt::format("; next: unply report {}\n", options.output);
  if (double waited = recording.waited_s(); waited >= 1)
    line += fmt::format("unply: the program waited {:.1f} s for the analysis of its accesses{}\n", waited,
                        options.accesses || options.later ? "" : "; with --later it waits less");
  std::fputs(line.c_str(), stderr); // fmt::print would throw on a full disk and lose the program's exit status
}

void summarize_events(Recording& recording, const SpoolOutcome& outcome, const RecordOptions& options) {
  if (options.quiet) return;
  for (const std::string& note : outcome.notes) std::fputs(fmt::format("unply: note: {}\n", note).c_str(), stderr);
  std::string line = fmt::format("unply: {}: {} on {}", options.output, count_text(outcome.events, "event"),
                                 count_text(outcome.threads, "thread"));
  if (outcome.processes > 1) line += fmt::format(" of {} processes", outcome.processes);
  line += ", " + size_text(recording.writer().bytes_written());
  if (!recording.incomplete_why().empty()) line += fmt::format(", incomplete: {}", recording.incomplete_why());
  line += fmt::format("; next: unply stats {}\n", options.output);
  std::fputs(line.c_str(), stderr);
}

// A task region that was entered decides: then the sequential execution is recorded.
void Run::finish() {
  bool events = parallel_.finish(child_.end(), unfinished_);
  // A program that runs threads is a parallel one, unless its loops are asked for.
  if (events && (!recording_.claimed() || (recording_.profiled() && mode_ != kRingLoops))) return finish_events();
  if (events) parallel_.discard();
  auto nothing = parallel_.why_nothing();
  recording_.finish(child_.end(), options_.embed_sources, nothing ? nothing->what : "");
  if (recording_.trouble()) say_trouble();
  if (mode_ != kRingUnstamped) summarize(recording_, parallel_, options_); // which has no tasks
}

void Run::finish_events() {
  std::optional<Progress> progress(fmt::format("{}: converting the events", options_.output));
  auto outcome = recording_.finish_spooled(parallel_, notes_, options_.embed_sources);
  progress.reset();
  if (outcome) {
    parallel_.discard();
    return summarize_events(recording_, *outcome, options_);
  }
  std::error_code ignored;
  bool device =
      std::filesystem::exists(options_.output, ignored) && !std::filesystem::is_regular_file(options_.output, ignored);
  print_error({fmt::format("{}; the events are kept in {}", outcome.error().what, parallel_.spool_path()),
               fmt::format("make room, then unply convert {} -o {}", parallel_.spool_path(),
                           device ? "FILE.trace" : options_.output)});
}

unsigned free_processors() {
  cpu_set_t allowed;
  return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? static_cast<unsigned>(CPU_COUNT(&allowed)) : 1024;
}

// Of the processors that this process may use, the one with this number, from 0, alone; -1: all, where there are less.
void use_processor(int number) {
  cpu_set_t allowed, one;
  if (number < 0 || ::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  CPU_ZERO(&one);
  for (size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed) && number-- == 0) CPU_SET(cpu, &one), ::sched_setaffinity(0, sizeof one, &one);
}

ProgramEnd record_once(const RecordOptions& options, const std::string& program, RingMode mode, int processor = -1) {
  auto file = OutputFile::create(options.output);
  if (!file) return print_error(file.error()), ProgramEnd{kExitRecorderFailed};
  Run run(options, std::move(*file), program, mode);
  cpu_set_t before;
  bool known = ::sched_getaffinity(0, sizeof before, &before) == 0;
  use_processor(processor); // the program inherits it
  auto started = run.start(program, processor);
  if (known && processor >= 0) ::sched_setaffinity(0, sizeof before, &before);
  if (!started)
    return print_error(started.error().error), ProgramEnd{started.error().exit_code}; // the file goes without a trace
  return run.record();
}

// Death by a signal is repeated here, where no resources are left to release.
int end_like(ProgramEnd end) {
  if (end.signal) die_by_signal(end.signal);
  return end.status;
}

} // namespace

int cmd_record(int argc, char** argv) {
  RecordOptions options;
  if (int code = parse(options, argc, argv); code >= 0) return code;
  if (std::string around = recording_around(); !around.empty())
    return print_error({fmt::format("unply record: already inside a recording, {}", around),
                        "record the whole once, or the inner program alone"}),
           kExitRecorderFailed;
  auto program = locate_program(options.program[0]);
  if (!program) return print_error(program.error().error), program.error().exit_code;
  if (options.output.empty()) options.output = std::filesystem::path(*program).filename().string() + ".trace";
  if (options.beside > free_processors())
    return print_error({fmt::format("--beside {}: {} may be used here, one for each copy is needed", options.beside,
                                    count_text(free_processors(), "processor")),
                        "see taskset and nproc"});
  if (options.repeat == 1)
    return end_like(record_once(options, *program,
                                options.accesses ? kRingAccesses
                                : options.loops  ? kRingLoops
                                                 : kRingOnline));
  RepeatPlan plan{.count = options.repeat,
                  .beside = options.beside,
                  .output = options.output,
                  .record = {},
                  .quiet = options.quiet};
  options.quiet = true;
  plan.record = [&](const RunOrder& order) {
    options.again = order.again;
    options.output = order.path;
    return record_once(options, *program, order.mode, order.processor);
  };
  return end_like(record_repeatedly(plan));
}

} // namespace unply
