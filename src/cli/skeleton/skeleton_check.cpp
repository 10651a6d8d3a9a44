// The check: the file is compiled as the program that was recorded, and runs with the recorded arguments in each
// version; exit status, output and the results of all calls from outside must agree.
#include "cli/skeleton/skeleton.h"
#include "collect/scratch_folder.h"
#include "collect/subprocess.h"
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace unply {
namespace fs = std::filesystem;

static std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

static std::string first_difference(const std::string& a, const std::string& b) {
  std::istringstream left(a), right(b);
  std::string x, y;
  for (size_t line = 1;; ++line) {
    bool more_left = static_cast<bool>(std::getline(left, x)), more_right = static_cast<bool>(std::getline(right, y));
    if (!more_left && !more_right) return "the end of the output";
    if (!more_left || !more_right || x != y)
      return fmt::format("line {} of the output: '{}', expected '{}'", line, more_right ? y.substr(0, 60) : "",
                         more_left ? x.substr(0, 60) : "");
  }
}

static std::string difference(const VersionRun& original, const VersionRun& run) {
  if (run.exit_code != original.exit_code)
    return fmt::format("{}: exit status {}, expected {}", run.version, run.exit_code, original.exit_code);
  if (run.output != original.output)
    return fmt::format("{}: {}", run.version, first_difference(original.output, run.output));
  if (run.results.size() != original.results.size())
    return fmt::format("{}: {} calls from outside, expected {}", run.version, run.results.size(),
                       original.results.size());
  for (size_t i = 0; i < run.results.size(); ++i)
    if (run.results[i] != original.results[i])
      return fmt::format("{}: call {} from outside gives '{}', expected '{}'", run.version, i + 1, run.results[i],
                         original.results[i]);
  return "";
}

Result<SkeletonCheck> check_skeleton(const Trace& trace, const EmittedSkeleton& emitted) {
  ScratchFolder scratch("skeleton");
  if (scratch.path().empty())
    return fail("temporary folder: cannot be made", "set TMPDIR to a folder that you may write to");
  SkeletonCheck check;
  std::string program = scratch.path() / "checked";
  std::vector<std::string> build = emitted.build;
  build.insert(build.end(), {"-o", program});
  FinishedProcess compiled = run_program(build);
  if (!compiled.ok())
    return fail(fmt::format("{}: no program could be made of it:\n{}", emitted.output, compiled.output.substr(0, 1500)),
                "give the program's other sources and libraries behind --, such as -- main.cpp -lm");
  std::vector<std::string> command = {"env", "-C", trace.info.directory.empty() ? "." : trace.info.directory, program};
  command.insert(command.end(), trace.info.arguments.begin(), trace.info.arguments.end());
  for (const char* version : {"original", "sequential", "openmp"}) {
    std::string results = scratch.path() / version;
    FinishedProcess done = run_program(
        command, {fmt::format("UNPLY_SKELETON={}", version), "UNPLY_SKELETON_RESULTS=" + results, "OMP_NUM_THREADS=4"});
    check.runs.push_back(
        {.version = version, .exit_code = done.exit_code, .output = done.output, .results = lines_of(results)});
    if (check.difference.empty()) check.difference = difference(check.runs.front(), check.runs.back());
  }
  check.calls = check.runs[0].results.size();
  for (const std::string& line : check.runs[0].results)
    check.compared += line.find(' ') != std::string::npos && !line.ends_with("?");
  check.command = command_line({command.begin() + 4, command.end()});
  return check;
}

} // namespace unply
