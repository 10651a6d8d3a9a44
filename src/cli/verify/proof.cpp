#include "cli/verify/proof.h"
#include "base/text_file.h"
#include "cli/progress.h"
#include "cli/verify/race_edits.h"
#include "collect/install_paths.h"
#include "collect/source_files.h"
#include "collect/subprocess.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace unply {
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

constexpr uint64_t kMostCopied = uint64_t{4} << 30;
constexpr double kReductionTolerance = 1e-6; // numbers printed with six digits or more

// The program of the recording: its path as given, looked up where it ran.
std::string recorded_program(const Trace& trace) {
  const std::string& program = trace.info.program;
  return program.contains('/') ? absolute_in(trace.info.directory, program) : find_program(program).string();
}

std::string input_file() { // what stands behind < on the command line, read anew by each run
  struct stat file{};
  return fstat(STDIN_FILENO, &file) == 0 && S_ISREG(file.st_mode) ? "/proc/self/fd/0" : "";
}

std::string symbolizer_option() { // without it ThreadSanitizer looks for one itself
  const fs::path program = find_program("llvm-symbolizer-22");
  return program.empty() ? "" : fmt::format(":external_symbolizer_path={}", program.string());
}

// Of ThreadSanitizer, in files of this folder.
std::string race_reports_in(const fs::path& folder, bool remove) {
  std::string reports;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (!entry.path().filename().string().starts_with("races.")) continue;
    if (auto text = read_text_file(entry.path())) reports += *text;
    if (remove) fs::remove(entry.path(), ignored);
  }
  return reports;
}

// True some seconds after the first race: where many iterations race, each access takes long, and finds the same again.
std::function<bool()> races_are_known(const fs::path& folder) {
  static constexpr auto kSeconds = std::chrono::seconds(5);
  std::optional<std::chrono::steady_clock::time_point> first;
  return [folder, first]() mutable {
    const auto now = std::chrono::steady_clock::now();
    if (!first && !read_race_reports(race_reports_in(folder, false)).empty()) first = now;
    return first && now - *first >= kSeconds;
  };
}

void copy_files(const Words& names, const fs::path& from, const fs::path& to) {
  std::error_code ignored;
  for (const std::string& name : names) {
    fs::create_directories((to / name).parent_path(), ignored);
    fs::remove(to / name, ignored); // a program that still runs cannot be written
    fs::copy_file(from / name, to / name, ignored);
    fs::last_write_time(to / name, fs::last_write_time(from / name, ignored), ignored); // as make sees it
  }
}

// Lines that the patch added are taken out of a line number.
uint32_t line_before(const LoopPatch& patch, uint32_t line) {
  size_t added = 0;
  for (const LineEdit& edit : patch.edits)
    if (line > edit.first + added + edit.lines.size()) added += edit.lines.size() - edit.count;
  return line - static_cast<uint32_t>(added);
}

} // namespace

Result<std::unique_ptr<Prover>> Prover::prepare(const Discovery& found, const ProofOptions& options) {
  const Trace& trace = *found.trace;
  std::error_code ignored;
  const std::string program = recorded_program(trace);
  std::vector<BuildCommand> commands;
  if (options.build.empty()) {
    auto read = read_build_commands(program);
    if (!read) return error_of(read);
    commands = std::move(*read);
  }
  const std::string directory = options.words.empty() ? trace.info.directory : fs::current_path(ignored).string();
  std::vector<std::string> needed{directory, program};
  for (const BuildCommand& command : commands) {
    needed.push_back(command.directory);
    for (const std::string& source : sources_of(command)) needed.push_back(source);
  }
  if (!options.build.empty()) { // it may need any source of the program
    for (uint32_t loop = 0; loop < found.loops->size(); ++loop)
      if (auto file = find_source_file(trace.text((*found.loops)[loop].file), trace.info.source_directories, directory);
          file && !file->string().starts_with("/usr/"))
        needed.push_back(absolute_in(directory, file->string()));
  }
  const std::string root =
      options.root.empty() ? common_folder(needed) : fs::absolute(options.root).lexically_normal().string();
  const char* home = std::getenv("HOME");
  if (options.root.empty() && (root == "/" || root == "/tmp" || (home && root == home)))
    return fail(
        fmt::format("{}: is the innermost folder that holds sources, program and current folder; it is not copied",
                    root),
        "give the folder to copy with --root, or run unply verify in the program's folder");
  auto copy = ScratchCopy::make(root, kMostCopied);
  if (!copy) return error_of(copy);
  std::unique_ptr<Prover> prover(new Prover(found, options, std::move(*copy)));
  if (options.keep) prover->copy_.keep();
  prover->root_ = root;
  prover->directory_ = directory;
  prover->words_ = options.words;
  if (options.words.empty()) {
    prover->words_ = {program};
    prover->words_.insert(prover->words_.end(), trace.info.arguments.begin(), trace.info.arguments.end());
  }
  prover->commands_ = std::move(commands);
  prover->rebuild_ = std::make_unique<Rebuild>(prover->copy_, prover->commands_, compiler_of);
  prover->outputs_folder_ = std::make_unique<ScratchFolder>("outputs");
  TRY(prover->run_serial());
  return prover;
}

Result<void> Prover::run_serial() {
  Progress building("building the serial program");
  const ScratchCopy::State before = copy_.state();
  auto built = build(Kind::serial, "", true);
  if (!built) return error_of(built);
  if (!built->ok)
    return fail("the serial program cannot be built in a copy:\n" + built->output,
                "give the command that builds it with --build");
  compiled_ = built->compiled;
  built_ = copy_.changed_since(before);
  built_folder_ = std::make_unique<ScratchFolder>("serial");
  copy_files(built_, copy_.folder(), built_folder_->path());
  Progress running("running the serial program");
  for (uint32_t turn = 0; turn < std::max(2U, options_.runs); ++turn) {
    Outputs outputs;
    auto finished = run({"OMP_NUM_THREADS=1"}, 0, outputs);
    if (!finished) return error_of(finished);
    serial_.push_back(std::move(outputs));
    serial_s_ = turn == 0 ? finished->seconds : std::min(serial_s_, finished->seconds);
  }
  const int status = serial_[0].status;
  for (const Outputs& again : serial_)
    if (again.status != status)
      return fail(fmt::format("{}: ends with exit code {} once and {} again: nothing can be compared", words_[0],
                              status, again.status));
  if (status >= 128) return fail(fmt::format("{}: the serial program is killed by signal {}", words_[0], status - 128));
  return {};
}

// In the place of the parallel program, which is put back.
Result<void> Prover::run_serial_again() {
  const ScratchFolder parallel("parallel");
  copy_files(built_, copy_.folder(), parallel.path());
  copy_files(built_, built_folder_->path(), copy_.folder());
  Outputs outputs;
  auto finished = run({"OMP_NUM_THREADS=1"}, 0, outputs);
  copy_files(built_, parallel.path(), copy_.folder());
  if (!finished) return error_of(finished);
  serial_.push_back(std::move(outputs));
  return {};
}

Result<MeasuredRun> Prover::run(const Words& variables, double limit_s, Outputs& outputs,
                                std::function<bool()> enough) {
  const ScratchCopy::State before = copy_.state();
  RunRequest request{.words = {},
                     .directory = copy_.inside(directory_),
                     .variables = variables,
                     .input = input_file(),
                     .scratch = outputs_folder_->path().string(),
                     .limit_s = limit_s,
                     .enough = std::move(enough)};
  for (const std::string& word : words_) request.words.push_back(copy_.word_inside(word));
  auto finished = run_measured(request);
  if (!finished) return finished;
  outputs = {.status = finished->status, .output = copy_.outside(finished->output), .files = {}};
  for (const std::string& name : copy_.changed_since(before)) {
    auto text = read_text_file(copy_.folder() + "/" + name);
    outputs.files[name] = text ? std::move(*text) : "";
  }
  copy_.restore(before);
  return finished;
}

// "line 3 of the output: `1.5`, serial `1.4`"; "" if they are equal.
std::string Prover::difference(const Outputs& parallel, Proof& proof) const {
  const Outputs& serial = serial_[0];
  if (parallel.status != serial.status)
    return parallel.status >= 128 ? fmt::format("killed by signal {}", parallel.status - 128)
                                  : fmt::format("exit code {} instead of {}", parallel.status, serial.status);
  Words not_compared;
  auto compare = [&](const std::vector<std::string_view>& texts, const std::string& other, const std::string& name) {
    const OutputComparison result = compare_outputs(texts, other, proof.tolerance);
    proof.largest = std::max(proof.largest, result.largest);
    for (size_t line : result.unstable) not_compared.push_back(fmt::format("line {} of {}", line, name));
    if (result.equal) return std::string();
    return fmt::format("line {} of {}: \"{}\" instead of \"{}\"", result.line, name, cut_text(result.right, 60),
                       cut_text(result.left, 60));
  };
  std::vector<std::string_view> texts;
  for (const Outputs& run : serial_) texts.emplace_back(run.output);
  std::string found = compare(texts, parallel.output, "the output");
  for (const auto& [name, text] : serial.files) {
    texts.clear();
    for (const Outputs& run : serial_)
      if (auto file = run.files.find(name); file != run.files.end()) texts.emplace_back(file->second);
    auto other = parallel.files.find(name);
    if (!found.empty()) break;
    if (texts.size() != serial_.size()) // a name that changes with each run
      not_compared.push_back("the file " + name);
    else if (other == parallel.files.end())
      found = fmt::format("the file {} is not written", name);
    else
      found = compare(texts, other->second, name);
  }
  for (std::string& place : not_compared)
    if (std::ranges::find(proof.not_compared, place) == proof.not_compared.end())
      proof.not_compared.push_back(std::move(place));
  return found;
}

// A clock may have gone on since the serial program ran, so that it runs again before outputs are said to differ.
Result<std::string> Prover::difference_at_last(const Outputs& parallel, Proof& proof) {
  constexpr size_t kTurns = 3, kMostKept = 12;
  std::string found = difference(parallel, proof);
  for (size_t turn = 0; turn < kTurns && !found.empty() && proof.ok(); ++turn) {
    if (parallel.status != serial_[0].status || serial_.size() >= kMostKept) break;
    TRY(run_serial_again());
    found = difference(parallel, proof);
  }
  return found;
}

Result<void> Prover::compare_runs(Proof& proof) {
  const bool policy = proof.suggestion->policy(); // oneTBB takes all processors, whatever OpenMP is told
  for (uint32_t threads : policy ? std::vector{std::max(1U, std::thread::hardware_concurrency())} : options_.threads) {
    ThreadsResult result{.threads = threads, .seconds = 0, .equal = true, .difference = {}};
    Progress progress(fmt::format("running with {} threads", threads));
    for (uint32_t turn = 0; turn < options_.runs && result.equal; ++turn) {
      Outputs outputs;
      const double limit = 60 + 20 * serial_s_;
      auto finished = run({fmt::format("OMP_NUM_THREADS={}", threads), "OMP_DYNAMIC=false"}, limit, outputs);
      if (!finished) return error_of(finished);
      if (finished->timed_out) {
        result.difference = fmt::format("it did not end within {:.0f} s", limit);
      } else {
        auto difference = difference_at_last(outputs, proof);
        if (!difference) return error_of(difference);
        result.difference = std::move(*difference);
      }
      result.equal = result.difference.empty();
      result.seconds = turn == 0 ? finished->seconds : std::min(result.seconds, finished->seconds);
    }
    if (!result.equal) proof.outcome = Proof::Outcome::unequal;
    proof.results.push_back(std::move(result));
  }
  return {};
}

Result<void> Prover::check_races(Proof& proof, const std::string& file, const SourceLines& text) {
  const fs::path archer = install_paths().openmp() / "libarcher.so";
  std::error_code ignored;
  if (!options_.races)
    proof.no_race_check = "by --no-races";
  else if (proof.suggestion->policy())
    proof.no_race_check = "ThreadSanitizer does not see how oneTBB synchronises";
  else if (!fs::exists(archer, ignored))
    proof.no_race_check = archer.string() + " is missing: scripts/build fetches it";
  if (!proof.no_race_check.empty()) return {};
  Progress progress("looking for data races");
  if (!write_file(copy_.inside(file), edited_text(text, race_edits(proof.suggestion->patch->edits))))
    return fail(fmt::format("{}: cannot write", copy_.inside(file)));
  auto built = build(Kind::race_check, file, true);
  if (!built) return error_of(built);
  if (!built->ok) {
    proof.no_race_check =
        "it cannot be built with ThreadSanitizer: " + built->output.substr(0, built->output.find('\n'));
    return {};
  }
  const std::string log = outputs_folder_->path().string() + "/races";
  Outputs outputs;
  auto finished = run({fmt::format("OMP_NUM_THREADS={}", race_threads(options_.threads.back())), "OMP_DYNAMIC=false",
                       fmt::format("OMP_TOOL_LIBRARIES={}", archer.string()),
                       fmt::format("TSAN_OPTIONS=verbosity=1:log_path={}:ignore_noninstrumented_modules=1:exitcode=0:"
                                   "history_size=7{}", // a race whose first access has left the history is not reported
                                   log, symbolizer_option())},
                      120 + 200 * serial_s_, outputs, races_are_known(outputs_folder_->path()));
  if (!finished) return error_of(finished);
  const std::string reports = race_reports_in(outputs_folder_->path(), true); // the next suggestion has its own
  proof.races = read_race_reports(copy_.outside(reports));
  if (!proof.races.empty()) proof.outcome = Proof::Outcome::race;
  if (finished->timed_out)
    proof.no_race_check = "the run with ThreadSanitizer did not end in time";
  else if (!reports.contains("Running under ThreadSanitizer")) // the command may filter what the program prints
    proof.no_race_check = "the command did not run the parallel program in the copy";
  return {};
}

static bool has_reduction(const Discovery& found, const Suggestion& suggestion) {
  if (suggestion.gain.loop) return !found.verdicts[suggestion.gain.loop->loop].clauses.reductions.empty();
  return std::ranges::any_of(found.call_verdicts[suggestion.gain.calls->function].loops, [&](const TaskLoop& loop) {
    return !found.verdicts[loop.loop].clauses.reductions.empty();
  });
}

Result<Proof> Prover::prove(const Suggestion& suggestion) {
  Proof proof;
  proof.suggestion = &suggestion;
  if (!suggestion.patch) {
    proof.outcome = Proof::Outcome::no_patch;
    return proof;
  }
  const StringId name = file_of(found_, suggestion);
  proof.tolerance = options_.tolerance.value_or(has_reduction(found_, suggestion) ? kReductionTolerance : 0);
  auto path =
      find_source_file(found_.trace->text(name), found_.trace->info.source_directories, found_.trace->info.directory);
  if (!path) return fail(fmt::format("{}: not found", found_.trace->text(name)));
  const std::string file = absolute_in(found_.trace->info.directory, path->string()), copied = copy_.inside(file);
  if (copied == file)
    return fail(fmt::format("{}: lies outside {}, which is copied", file, root_),
                "give a folder that holds it with --root");
  auto text = read_text_file(file);
  if (!text) return error_of(text);
  auto recorded = find_source_text(*found_.trace, found_.file, found_.trace->text(name));
  if (!recorded || recorded->text != *text)
    return fail(fmt::format("{}: is not the text that was recorded", file), "build, record and report again");
  if (!write_file(copied, edited_text(SourceLines(*text), suggestion.patch->edits)))
    return fail(fmt::format("{}: cannot write", copied));
  {
    Progress progress("building the parallel program");
    auto built = build(suggestion.policy() ? Kind::policy : Kind::parallel, file, !fresh_);
    if (!built) return error_of(built);
    fresh_ = false;
    if (!built->ok) {
      proof.outcome = Proof::Outcome::not_compiled;
      proof.compiler_output = built->output;
    }
  }
  if (proof.ok()) TRY(compare_runs(proof));
  if (proof.ok()) TRY(check_races(proof, file, SourceLines(*text)));
  for (Race& race : proof.races)
    for (RacePlace* place : {&race.now, &race.before})
      if (place->file == file) place->line = line_before(*suggestion.patch, place->line);
  write_file(copied, *text);
  return proof;
}

} // namespace unply
