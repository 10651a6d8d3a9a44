#include "collect/network_probe.h"
#include "collect/child_program.h"
#include "collect/install_paths.h"
#include "collect/scratch_folder.h"
#include "collect/simgrid_platform.h"
#include "collect/subprocess.h"
#include <algorithm>
#include <csignal>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>

namespace unply {

namespace fs = std::filesystem;

namespace {

// How much of an all-to-all is measured: a simulated one takes minutes from some hundred ranks on, and the one with
// many messages at once, whose time grows with the square of their number, earlier.
struct AllToAllLimits {
  uint64_t words = 1u << 16, count = 64, flows = 1u << 30;
  unsigned processes = 1'000'000, dense = 64;
};

AllToAllLimits limits_of(const NetworkProbeOptions& options) {
  AllToAllLimits limits;
  if (options.simulated) limits = {.words = 1u << 16, .count = 64, .flows = 1024, .processes = 64, .dense = 16};
  if (options.all_to_all_up_to > 0) limits.processes = options.all_to_all_up_to;
  limits.words = std::min(limits.words, options.most_words);
  return limits;
}

// The compiler beside the launcher belongs to the same MPI; of one in /usr/bin with another name, such as
// mpirun.mpich, it has the same ending.
Result<std::string> compiler_for(const NetworkProbeOptions& options, const fs::path& launcher) {
  if (!options.compiler.empty()) {
    auto found = locate_program(options.compiler);
    if (!found) return std::unexpected(found.error().error.about("--mpicc"));
    return *found;
  }
  std::string name = options.simulated ? "smpicc" : "mpicc", launched = launcher.filename().string();
  if (launched == "smpirun") name = "smpicc";
  std::vector<std::string> candidates;
  if (size_t dot = launched.find('.'); dot != std::string::npos)
    candidates.push_back((launcher.parent_path() / (name + launched.substr(dot))).string());
  candidates.push_back((launcher.parent_path() / name).string());
  std::error_code ignored;
  for (const std::string& candidate : candidates)
    if (launcher.has_parent_path() && fs::exists(candidate, ignored)) return candidate;
  if (fs::path found = find_program(name); !found.empty()) return found.string();
  return fail(fmt::format("machine: {} is neither beside {} nor in PATH", name, launcher.string()),
              options.simulated ? "apt-get install libsimgrid-dev" : "--mpicc FILE names the compiler of your MPI");
}

Result<fs::path> build_probe(const std::string& compiler, const fs::path& folder) {
  fs::path source = folder / "probe.c", program = folder / "unply-network-probe";
  std::ofstream out(source);
  out << kNetworkProbe;
  out.close();
  if (!out) return fail(fmt::format("{}: cannot write", source.string()), "see TMPDIR");
  FinishedProcess compiled = run_program({compiler, "-O2", source.string(), "-o", program.string()});
  if (compiled.ok()) return program;
  return fail(fmt::format("{}: cannot build the probe, exit code {}: {}", compiler, compiled.exit_code,
                          compiled.output.substr(0, compiled.output.find('\n'))),
              "--mpicc FILE names the C compiler of your MPI");
}

std::vector<std::string> probe_words(const NetworkProbeOptions& options, const fs::path& program) {
  AllToAllLimits limits = limits_of(options);
  // Twice the words in each step, so that interpolation between two of them is good; fewer where each takes seconds.
  int growth = options.simulated && options.simulated_processes > 256 ? 4 : 2;
  std::vector<std::string> words = {program.string()};
  for (uint64_t number : {uint64_t(options.repeats), options.most_words, limits.words, limits.count,
                          uint64_t(limits.processes), uint64_t(growth), limits.flows, uint64_t(limits.dense)})
    words.push_back(std::to_string(number));
  for (unsigned processes : options.processes) words.push_back(std::to_string(processes));
  return words;
}

void add_notes(NetworkCosts& costs, const NetworkProbeOptions& options) {
  AllToAllLimits limits = limits_of(options);
  if (costs.processes > limits.processes)
    costs.notes.push_back(fmt::format("no all-to-all was measured above {} processes", limits.processes));
  if (limits.flows < 1u << 30) costs.notes.push_back(fmt::format("with at most {} messages at once", limits.flows));
  for (unsigned processes : options.processes)
    if (processes > costs.processes)
      costs.notes.push_back(fmt::format("{} processes were not measured: there are {}", processes, costs.processes));
  if (options.processes.empty() && costs.processes > limits.dense)
    costs.notes.push_back(
        fmt::format("above {} processes only powers of two and {} were measured", limits.dense, costs.processes));
}

Result<void> check_end(const StreamedEnd& end, const ProbeOutput& output, const std::string& launcher) {
  if (end.signal != 0) return fail("machine: interrupted, nothing was saved");
  if (output.begun() && output.processes() < 2) return {}; // costs() says more
  if (end.exit_code == 127 && !output.begun())
    return fail(fmt::format("{}: exit code 127, so a program was not found", launcher),
                "on several hosts --build-in DIR puts the probe where all of them see it");
  if (end.exit_code != 0)
    return fail(fmt::format("{}: ended with exit code {}{}", launcher, end.exit_code,
                            output.now() ? fmt::format(" while {} processes were measured", output.now()) : ""),
                output.begun()
                    ? ""
                    : "does this command start a program of yours? On several hosts --build-in DIR puts the probe "
                      "where all of them see it");
  return {};
}

} // namespace

Result<NetworkCosts> measure_network(const NetworkProbeOptions& options) {
  std::vector<std::string> command = options.command;
  if (!options.simulated) {
    auto launcher = locate_program(command.at(0));
    if (!launcher) return std::unexpected(launcher.error().error);
    command[0] = *launcher;
  }
  auto compiler = compiler_for(options, options.simulated ? find_program("smpirun") : fs::path(command[0]));
  if (!compiler) return error_of(compiler);
  SimgridHosts hosts;
  if (options.simulated) {
    auto found = simgrid_hosts(*options.simulated, options.simulated_processes);
    if (!found) return error_of(found);
    hosts = std::move(*found);
  }
  ScratchFolder scratch("network", options.build_in);
  if (scratch.path().empty())
    return fail(fmt::format("machine: no folder can be made in {}",
                            options.build_in.empty() ? "the temporary folder" : options.build_in),
                "see TMPDIR, or --build-in DIR");
  auto program = build_probe(*compiler, scratch.path());
  if (!program) return error_of(program);

  ProbeOutput output;
  LineTaker take = [&](Stream stream, std::string_view line) {
    unsigned before = output.now();
    if ((stream == Stream::error || !output.take(line)) && options.said) options.said(line);
    if (options.progress && output.now() != before) options.progress(output.now(), output.processes());
  };
  std::vector<std::string> words = probe_words(options, *program);
  Result<StreamedEnd> end;
  if (options.simulated) {
    auto simulated = run_simulated(*options.simulated, options.simulated_processes, words, {}, scratch.path(), take);
    if (!simulated) return error_of(simulated);
    end = simulated->end;
  } else {
    command.insert(command.end(), words.begin(), words.end());
    end = run_streamed(command, {}, take);
    if (!end) return error_of(end);
  }
  TRY(check_end(*end, output, options.simulated ? "smpirun" : options.command[0]));
  auto costs = output.costs();
  if (!costs) return costs;
  costs->repeats = costs->simulated ? 1 : options.repeats;
  costs->command = options.simulated ? fmt::format("smpirun -np {} -platform {}", options.simulated_processes,
                                                   options.simulated->platform)
                                     : fmt::format("{}", fmt::join(options.command, " "));
  costs->simulated_host_speed = hosts.speed;
  costs->date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  add_notes(*costs, options);
  return costs;
}

} // namespace unply
