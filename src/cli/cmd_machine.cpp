// unply machine: what running tasks in parallel costs here. --calibrate measures and saves it for `unply bound`;
// --check says whether the processors are free enough for times of parallel runs to mean anything.
#include "cli/command.h"
#include "cli/text_style.h"
#include "collect/calibration.h"
#include "collect/host.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

constexpr int kCheckSchema = 1;

struct MachineOptions {
  bool calibrate = false, check = false, json = false;
  std::string output, file;
  CalibrationOptions calibration;
};

// In the order of kMachineCosts.
constexpr std::array<const char*, kMachineCosts.size()> kMeanings = {
    "open and close a parallel region", "pass a barrier",         "make a task ready", "begin and end a task",
    "take a task of another thread",    "take and release a lock"};

int parse(MachineOptions& options, int argc, char** argv) {
  CLI::App app("What running tasks in parallel costs on a machine: shows the saved machine file, or measures one.");
  auto* calibrate = app.add_flag("--calibrate", options.calibrate, "measure this machine and save its file");
  auto* check =
      app.add_flag("--check", options.check, "only say how many processors are free now; exit code 1: too few");
  app.add_option("-o,--output", options.output, "where --calibrate saves; default: ~/.config/unply/machine.json")
      ->needs(calibrate);
  auto* file = app.add_option("--file", options.file, "show this machine file");
  auto* threads =
      app.add_option("--threads", options.calibration.threads, "of the team; default: the cores, at least 2");
  threads->check(CLI::Range(2, 1024));
  app.add_option("--repeats", options.calibration.repeats, "of each measurement; default: 31")
      ->check(CLI::Range(3, 10000))
      ->needs(calibrate);
  app.add_flag("--json", options.json, "the same as JSON");
  calibrate->excludes(check)->excludes(file);
  check->excludes(file);
  app.footer(
      "Examples:\n"
      "  unply machine --calibrate              # measures and saves; then: unply bound app.trace --machine FILE\n"
      "  unply machine                          # shows what was saved\n"
      "  unply machine --check --threads 2 || echo busy");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;
  if (threads->count() == 0) options.calibration.threads = std::max(2u, this_host().cores);
  return -1;
}

void print_machine(const MachineFile& file, const std::string& path) {
  fmt::print("machine  {}", file.machine.name);
  if (!file.cpu.empty()) fmt::print(" ({}, {})", file.cpu, count_text(file.cores, "core"));
  if (!file.date.empty()) fmt::print(", {}", file.date);
  fmt::print("\n");
  if (!file.runtime.empty())
    fmt::print("runtime  {}; {}, {}\n", file.runtime, count_text(file.threads, "thread"),
               count_text(file.repeats, "repeat"));
  if (file.threads > 0)
    fmt::print("free     {:.2f} of {} processors before, {:.2f} after{}\n", file.free_before, file.threads,
               file.free_after, file.conclusive() ? "" : ": inconclusive");
  fmt::print("\ncost     median   quartiles\n");
  for (size_t i = 0; i < kMachineCosts.size(); ++i) {
    const MeasuredCost& cost = file.measured[i];
    std::string spread = fmt::format("{} to {}", duration_text(cost.low_ns), duration_text(cost.high_ns));
    fmt::print("{:<7}  {:<8} {:<20} {}\n", kMachineCosts[i].name, duration_text(cost.median_ns), spread, kMeanings[i]);
  }
  fmt::print("\nfile:    {}\nnext:    unply bound app.trace --machine {}\n", path, path);
}

int check_machine(const MachineOptions& options) {
  unsigned threads = options.calibration.threads;
  double free = free_processors(threads);
  bool enough = free >= kFreeShare * threads;
  if (options.json) {
    nlohmann::ordered_json json = {
        {"schema", kCheckSchema}, {"threads", threads}, {"free_processors", free}, {"conclusive", enough}};
    fmt::print("{}\n", json.dump(2));
  } else {
    fmt::print("{:.2f} of {} processors are free: {}\n", free, threads,
               enough ? "times of parallel runs can be compared"
                      : fmt::format("inconclusive, at least {:.2f} are needed", kFreeShare * threads));
  }
  return enough ? kExitOk : kExitAnswerNo;
}

} // namespace

int cmd_machine(int argc, char** argv) {
  MachineOptions options;
  if (int code = parse(options, argc, argv); code >= 0) return code;
  if (options.check) return check_machine(options);
  std::string path = !options.file.empty()     ? options.file
                     : !options.output.empty() ? options.output
                                               : default_machine_path();
  if (path.empty())
    return print_error(
        {"machine: no place for its file, neither XDG_CONFIG_HOME nor HOME is set", "-o FILE or --file FILE"});
  auto file = options.calibrate ? calibrate(options.calibration) : read_machine(path);
  if (!file) return print_error(file.error());
  if (options.calibrate) {
    if (auto written = write_machine(*file, path); !written) return print_error(written.error());
    if (!file->conclusive())
      std::fputs(
          fmt::format("unply: warning: machine: {}\n  hint: calibrate again when nothing else runs\n", file->doubt())
              .c_str(),
          stderr);
  }
  if (options.json)
    std::fputs(machine_json(*file).c_str(), stdout);
  else
    print_machine(*file, path);
  return kExitOk;
}

} // namespace unply
