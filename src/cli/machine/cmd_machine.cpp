// unply machine: what running tasks in parallel costs here. --calibrate measures and saves it for `unply bound`,
// --network the costs of messages for `unply predict`; each keeps what the other saved. --check says whether the
// processors are free enough for times of parallel runs to mean anything.
#include "cli/command.h"
#include "cli/graph_output.h"
#include "cli/machine/machine.h"
#include "cli/number_list.h"
#include "cli/text_style.h"
#include "collect/calibration.h"
#include "collect/host.h"
#include "collect/network_probe.h"
#include "collect/simgrid_platform.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace unply {

namespace {

constexpr int kCheckSchema = 1;

struct MachineOptions {
  bool calibrate = false, check = false, json = false, network = false;
  std::string output, file, svg, processes, host_speed;
  CalibrationOptions calibration;
  NetworkProbeOptions probe;
  SimgridOptions simulated;
};

// In the order of kMachineCosts.
constexpr std::array<const char*, kMachineCosts.size()> kMeanings = {"open and close a parallel region",
                                                                     "pass a barrier",
                                                                     "make a task ready",
                                                                     "begin and end a task",
                                                                     "take a task of another thread",
                                                                     "take and release a lock",
                                                                     "each thread's part of fork",
                                                                     "see that the iteration before has ended",
                                                                     "of a loop profile's work, by kernel"};

void add_network_options(CLI::App& app, MachineOptions& options, CLI::Option* network) {
  NetworkProbeOptions& probe = options.probe;
  app.add_option("--mpicc", probe.compiler, "C compiler of the MPI; default: the mpicc beside the command's first word")
      ->needs(network);
  app.add_option("--build-in", probe.build_in, "folder for the probe that all hosts see; default: the temporary one")
      ->needs(network);
  app.add_option("--processes", options.processes,
                 "numbers of processes, such as 2..8,16; default: all up to 64, then powers of two and the last")
      ->needs(network);
  app.add_option("--most-words", probe.most_words, "of the longest message, of 32 bits; default: 4194304")
      ->check(CLI::Range(uint64_t{16}, uint64_t{1} << 28))
      ->needs(network);
  app.add_option("--all-to-all-up-to", probe.all_to_all_up_to,
                 "most processes of an all-to-all; default: no limit, under SimGrid 64")
      ->check(CLI::Range(2, 1'000'000))
      ->needs(network);
  auto* platform = app.add_option("--platform", options.simulated.platform,
                                  "simulate: a platform file of SimGrid in place of a command")
                       ->needs(network);
  app.add_option("-p", probe.simulated_processes, "with --platform: how many processes")
      ->check(CLI::Range(2, 1'000'000))
      ->needs(platform);
  app.add_option("--hosts", options.simulated.host_file, "with --platform: lines HOST or HOST:NUMBER, rank by rank")
      ->needs(platform);
  app.add_option("--host-speed", options.host_speed,
                 "with --platform: flop/s such as 1Gf; default: those of its first host")
      ->needs(platform);
  app.add_option("--cfg", options.simulated.extra,
                 "with --platform: KEY:VALUE of SimGrid, such as smpi/bw-factor:0:1; may be repeated")
      ->allow_extra_args(false)
      ->needs(platform);
}

// What was given as text or in another place.
Result<void> complete(MachineOptions& options, int command, int argc, char** argv) {
  if (command < argc) {
    options.probe.command.assign(argv + command + 1, argv + argc);
    if (!options.network)
      return fail(
          fmt::format("machine: {} behind -- but no --network", count_text(options.probe.command.size(), "word")),
          "unply machine --network -- mpirun -np 8");
  }
  if (!options.network) return {};
  bool simulated = !options.simulated.platform.empty();
  if (simulated != options.probe.command.empty())
    return fail(simulated ? "machine: both --platform and a command" : "machine: --network without a command",
                "unply machine --network -- mpirun -np 8, or unply machine --network --platform cluster.xml -p 64");
  if (simulated && options.probe.simulated_processes == 0)
    return fail("machine: --platform without -p", "-p 64: how many processes are simulated");
  if (!options.processes.empty()) {
    auto numbers = parse_number_list("--processes", options.processes, 2);
    if (!numbers) return error_of(numbers);
    options.probe.processes.assign(numbers->begin(), numbers->end());
  }
  if (!options.host_speed.empty()) {
    auto speed = parse_speed(options.host_speed);
    if (!speed) return std::unexpected(speed.error().about("--host-speed"));
    options.simulated.host_speed = *speed;
  }
  for (std::string& word : options.simulated.extra) word = "--cfg=" + word;
  if (simulated) options.probe.simulated = options.simulated;
  return {};
}

int parse(MachineOptions& options, int argc, char** argv) {
  CLI::App app("What running tasks in parallel costs on a machine: shows the saved machine file, or measures one.\n"
               "unply machine --network [OPTIONS] -- COMMAND...  measures messages: COMMAND starts an MPI program.");
  auto* calibrate = app.add_flag("--calibrate", options.calibrate, "measure this machine and save its file");
  auto* network = app.add_flag("--network", options.network, "measure what messages cost and add it to the file");
  auto* check =
      app.add_flag("--check", options.check, "only say how many processors are free now; exit code 1: too few");
  app.add_option("-o,--output", options.output,
                 "where --calibrate and --network save; default: ~/.config/unply/machine.json");
  auto* file = app.add_option("--file", options.file, "show this machine file");
  auto* threads =
      app.add_option("--threads", options.calibration.threads, "of the team; default: the cores, at least 2");
  threads->check(CLI::Range(2, 1024));
  auto* repeats =
      app.add_option("--repeats", options.calibration.repeats, "of each measurement; default: 31, with --network 15");
  repeats->check(CLI::Range(3, 10000));
  add_network_options(app, options, network);
  app.add_option("--svg", options.svg, "draw latency and throughput by the number of processes into this file");
  app.add_flag("--json", options.json, "the same as JSON");
  calibrate->excludes(check)->excludes(file)->excludes(network);
  network->excludes(check)->excludes(file);
  check->excludes(file);
  app.footer(
      "Examples:\n"
      "  unply machine --calibrate              # measures and saves; then: unply bound app.trace --machine FILE\n"
      "  unply machine --network -- mpirun -np 8       # adds what messages cost, for unply predict\n"
      "  unply machine --network --platform cluster.xml -p 64 -o cluster.json   # the same under SimGrid\n"
      "  unply machine --svg network.svg        # shows what was saved, and draws l(P) and g(P)\n"
      "  unply machine --check --threads 2 || echo busy");
  int command = 1;
  while (command < argc && std::string_view(argv[command]) != "--") ++command;
  if (int code = parse_command_line(app, command, argv); code >= 0) return code;
  for (auto [set, name] :
       {std::pair{!options.output.empty(), "--output"}, std::pair{repeats->count() > 0, "--repeats"}})
    if (set && !options.calibrate && !options.network)
      return print_error({fmt::format("{} requires --calibrate or --network", name), "see unply machine --help"});
  if (threads->count() == 0) options.calibration.threads = std::max(2u, this_host().cores);
  if (repeats->count() > 0) options.probe.repeats = std::min(options.calibration.repeats, 1000u);
  if (auto completed = complete(options, command, argc, argv); !completed) return print_error(completed.error());
  return -1;
}

std::string cost_text(double ns) {
  return ns > 0 && ns < 1 ? fmt::format("{:.3f} ns", ns) : duration_text(static_cast<uint64_t>(std::llround(ns)));
}

void print_costs(const MachineFile& file) {
  if (!file.runtime.empty())
    fmt::print("runtime  {}; {}, {}\n", file.runtime, count_text(file.threads, "thread"),
               count_text(file.repeats, "repeat"));
  if (file.threads > 0)
    fmt::print("free     {:.2f} of {} processors before, {:.2f} after{}\n", file.free_before, file.threads,
               file.free_after, file.conclusive() ? "" : ": inconclusive");
  fmt::print("\ncost         median    quartiles\n");
  for (size_t i = 0; i < kMachineCosts.size(); ++i) {
    if (!file.measured[i] && !kMachineCosts[i].of) continue;
    const MeasuredCost cost = file.measured[i].value_or(MeasuredCost());
    std::string spread = fmt::format("{} to {}", cost_text(cost.low_ns), cost_text(cost.high_ns));
    fmt::print("{:<11}  {:<9} {:<22} {}\n", kMachineCosts[i].name, cost_text(cost.median_ns), spread, kMeanings[i]);
  }
}

void print_machine(const MachineFile& file, const std::string& path) {
  fmt::print("machine  {}", file.machine.name);
  if (!file.cpu.empty()) fmt::print(" ({}, {})", file.cpu, count_text(file.cores, "core"));
  if (!file.date.empty()) fmt::print(", {}", file.date);
  fmt::print("\n");
  if (file.has_costs) print_costs(file);
  if (file.network) fmt::print("{}", network_text(*file.network));
  fmt::print("\nfile:    {}\n", path);
  if (file.has_costs) fmt::print("next:    unply bound app.trace --machine {}\n", path);
  if (file.network) fmt::print("next:    unply predict app.model -p 2..64 --machine {}\n", path);
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

// The file as it is now, into which a measured part goes; without one an empty file.
Result<MachineFile> file_to_extend(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && std::filesystem::is_regular_file(path, ignored)) {
    auto file = read_machine(path);
    if (!file) return fail(file.error().what, "move it away, or save to another file with -o");
    return file;
  }
  MachineFile empty;
  empty.has_costs = false;
  empty.machine.name = this_host().name;
  return empty;
}

Result<MachineFile> calibrated(const MachineOptions& options, MachineFile before) {
  auto file = calibrate(options.calibration);
  if (file) file->network = std::move(before.network);
  return file;
}

void show_progress(unsigned processes, unsigned of) {
  if (!isatty(STDERR_FILENO)) return;
  std::fputs(processes == 0 ? "\r\x1b[K"
                            : fmt::format("\runply: messages of {} of {} processes\x1b[K", processes, of).c_str(),
             stderr);
  std::fflush(stderr);
}

Result<MachineFile> with_network(MachineOptions& options, MachineFile before) {
  if (options.probe.simulated && options.output.empty() && before.network && !before.network->simulated)
    return fail("machine: the saved file has a measured network, a simulated one would replace it",
                "-o FILE saves the simulated one in a file of its own");
  options.probe.progress = show_progress;
  options.probe.said = [](std::string_view line) { fmt::print(stderr, "{}\n", line); };
  auto costs = measure_network(options.probe);
  show_progress(0, 0);
  if (!costs) return error_of(costs);
  if (options.probe.simulated && !before.has_costs)
    before.machine.name = std::filesystem::path(options.simulated.platform).filename().string();
  before.network = std::move(*costs);
  return before;
}

void print_doubt(const std::string& doubt, const char* hint) {
  if (!doubt.empty()) fmt::print(stderr, "unply: warning: machine: {}\n  hint: {}\n", doubt, hint);
}

Result<MachineFile> measure(MachineOptions& options, const std::string& path) {
  auto before = file_to_extend(path);
  if (!before) return before;
  auto file = options.network ? with_network(options, std::move(*before)) : calibrated(options, std::move(*before));
  if (!file) return file;
  TRY(write_machine(*file, path));
  if (options.network)
    print_doubt(file->network->doubt(),
                "measure with as many processes as there are processors, when nothing else runs");
  else
    print_doubt(file->doubt(), "calibrate again when nothing else runs");
  return file;
}

Result<void> draw(const MachineFile& file, const std::string& svg, const std::string& path) {
  if (svg.empty()) return {};
  if (!file.network || (file.network->size_varies.empty() && file.network->number_varies.empty()))
    return fail(fmt::format("--svg: {} has no all-to-all of a network", path),
                "unply machine --network -- mpirun -np 8 measures it");
  return write_output(svg, "network", [&](TextOutput& out) { write_network_svg(*file.network, out); });
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
  auto file = options.calibrate || options.network ? measure(options, path) : read_machine(path);
  if (!file) return print_error(file.error());
  if (auto drawn = draw(*file, options.svg, path); !drawn) return print_error(drawn.error());
  if (options.json)
    std::fputs(machine_json(*file).c_str(), stdout);
  else
    print_machine(*file, path);
  return kExitOk;
}

} // namespace unply
