// See recorded_program.h. The recording lies in the folder for temporary files until it has been read.
#include "cli/stg/recorded_program.h"
#include "cli/stg/values_option.h"
#include "unply/timer_abi.h"
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace unply {

namespace {

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// The words behind the one that names the program. A program under another name gets none, which the user must know:
// the graph would be followed without them.
std::vector<std::string> arguments_of_program(const std::string& executable, const std::vector<std::string>& words) {
  for (size_t i = 0; i < words.size(); ++i)
    if (base_name(words[i]) == base_name(executable))
      return std::vector<std::string>(words.begin() + std::ptrdiff_t(i) + 1, words.end());
  fmt::print(stderr,
             "unply: warning: no word of the command names {0}: its arguments count as none\n  hint: run it as {0}\n",
             base_name(executable));
  return {};
}

class TemporaryFile {
public:
  explicit TemporaryFile(const char* extension)
      : path_(
            (std::filesystem::temp_directory_path() / fmt::format("unply-stg-{}{}", ::getpid(), extension)).string()) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

private:
  std::string path_;
};

// Tells the recorder in the ranks which timers of the program are wanted.
class ChosenTimers {
public:
  ChosenTimers(const std::vector<std::string>& names, const std::string& path) : set_(!names.empty()) {
    if (!set_) return;
    std::ofstream list(path);
    for (const std::string& name : names) list << name << '\n';
    ::setenv(UNPLY_TIMERS_VARIABLE, path.c_str(), 1);
  }
  ~ChosenTimers() {
    if (set_) ::unsetenv(UNPLY_TIMERS_VARIABLE);
  }
  ChosenTimers(const ChosenTimers&) = delete;
  ChosenTimers& operator=(const ChosenTimers&) = delete;

private:
  bool set_;
};

Result<void> run_and_record(const std::vector<std::string>& words, const std::string& output,
                            int (*record)(int argc, char** argv)) {
  std::vector<std::string> all = {"record", "-q", "-o", output, "--"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int status = record(int(all.size()), argv.data());
  if (status == 0) return {};
  return fail(fmt::format("the run ended with exit code {}", status),
              "a run that fails says nothing about the task graph");
}

} // namespace

Result<ProgramRun> run_of_program(const stg::Program& program, const std::vector<std::string>& at,
                                  const std::string& trace, const std::vector<std::string>& words,
                                  int (*record)(int argc, char** argv), bool with_timers) {
  if (!program.mpi.empty() && program.mpi != "Open MPI")
    return fail(
        fmt::format("{}: is built with {}, whose calls are not recorded", base_name(program.executable), program.mpi),
        "unply stg check looks at it; build it with Open MPI to compare it with runs");
  auto bindings = parse_values(at);
  if (!bindings) return error_of(bindings);
  const TemporaryFile recorded(".trace"), timers(".timers");
  const ChosenTimers chosen(with_timers ? program.timers : std::vector<std::string>(), timers.path());
  if (trace.empty()) TRY(run_and_record(words, recorded.path(), record));
  auto run = stg::read_recorded_run(trace.empty() ? recorded.path() : trace);
  if (!run) return error_of(run);
  const int ranks = int(run->ranks.size());
  if (bindings->ranks != 0 && bindings->ranks != ranks)
    return fail(fmt::format("--at: P={}, but the run has {} ranks", bindings->ranks, ranks), "leave P out");
  bindings->ranks = ranks;
  std::vector<std::string> command = run->arguments;
  command.insert(command.begin(), run->program);
  bindings->arguments = arguments_of_program(program.executable, command);
  return ProgramRun{.run = std::move(*run), .bindings = std::move(*bindings)};
}

} // namespace unply
