// unply simulate: a program that smpicxx built, on a cluster of a platform file, for one or several numbers of
// processes. What it costs is simulated time: the answer is the same on every machine, and says nothing of this one.
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/graph_output.h"
#include "cli/number_list.h"
#include "cli/simulate/simulate.h"
#include "collect/scratch_folder.h"
#include "collect/simgrid_platform.h"
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace unply {

namespace {

struct SimulateOptions {
  SimgridOptions simgrid;
  std::vector<uint32_t> processes;
  std::vector<std::string> program; // words
  std::string phases;               // where the phases go
  bool json = false, quiet = false;
};

Result<void> complete(SimulateOptions& options, const std::string& processes, const std::string& speed) {
  if (options.program.empty())
    return fail("simulate: no program given", "unply simulate --platform cluster.xml -p 64 -- ./program");
  auto numbers = parse_doubling_list("-p", processes, 1);
  if (!numbers) return error_of(numbers);
  options.processes = std::move(*numbers);
  if (speed.empty()) return {};
  auto flops = parse_speed(speed);
  if (!flops) return std::unexpected(flops.error().about("--host-speed"));
  options.simgrid.host_speed = *flops;
  return {};
}

int parse(SimulateOptions& options, int argc, char** argv) {
  CLI::App app("Runs an MPI program that smpicc or smpicxx built on a simulated cluster, by SimGrid: "
               "unply simulate --platform FILE -p N [OPTIONS] -- PROGRAM [ARGUMENTS...]");
  std::string processes, speed;
  app.add_option("--platform", options.simgrid.platform, "the cluster: a platform file of SimGrid")->required();
  app.add_option("-p", processes, "numbers of processes: 256, or 2..1024 by doubling, or 2,3,5")->required();
  app.add_option("--hosts", options.simgrid.host_file,
                 "lines HOST or HOST:NUMBER, rank by rank; default: the platform's hosts in its order");
  app.add_option("--host-speed", speed,
                 "flop/s such as 1Gf by which charged seconds become work; default: those of the first host");
  app.add_flag("--measure-compute", options.simgrid.measure_compute,
               "computing counts as long as it takes here; default: only what the program charges by smpi_execute()");
  app.add_option("--cfg", options.simgrid.extra, "KEY:VALUE of SimGrid, such as smpi/bw-factor:0:1; may be repeated")
      ->allow_extra_args(false)
      ->check([](const std::string& text) {
        return text.find(':') == text.npos || text.find(' ') != text.npos ? text + ": expected KEY:VALUE" : "";
      });
  app.add_option("-o,--output,--csv", options.phases, "the phases of the program's skeletons as CSV, for unply fit");
  app.add_flag("--json", options.json, "the same as JSON");
  app.add_flag("-q,--quiet", options.quiet, "without what the program prints");
  app.footer("Examples:\n"
             "  unply simulate --platform cluster.xml -p 256 -- ./cc_smpi 1024000 2048000\n"
             "  unply simulate --platform cluster.xml -p 2..1024 -o phases.csv -- ./cc_smpi 64000 2048000\n"
             "  unply fit phases.csv -o cc.model           # what was simulated, as a model");
  int program = 1;
  while (program < argc && std::string_view(argv[program]) != "--") ++program;
  if (int code = parse_command_line(app, program, argv); code >= 0) return code;
  for (std::string& word : options.simgrid.extra) word = "--cfg=" + word;
  if (program < argc) options.program.assign(argv + program + 1, argv + argc);
  if (auto completed = complete(options, processes, speed); !completed) return print_error(completed.error());
  return -1;
}

Result<void> check_end(const SimulatedEnd& simulated, const std::string& program, unsigned processes) {
  if (simulated.end.signal != 0) return fail("simulate: interrupted");
  if (simulated.end.exit_code != 0)
    return fail(fmt::format("{}: ended with exit code {} on {} simulated processes", program, simulated.end.exit_code,
                            processes));
  if (!simulated.seconds)
    return fail(fmt::format("{}: SimGrid did not say how long it took on {} processes", program, processes),
                "does the program call MPI_Init and MPI_Finalize?");
  return {};
}

Result<SimulationOutcome> simulate_once(const SimulateOptions& options, unsigned processes, SimulatedPhases& phases) {
  ScratchFolder scratch("simulate");
  if (scratch.path().empty()) return fail("simulate: no temporary folder can be made", "see TMPDIR");
  std::filesystem::path file = scratch.path() / "phases.csv";
  // The program's own output is not the answer: it goes where messages go.
  LineTaker take = [&](Stream stream, std::string_view line) {
    if (!options.quiet || stream == Stream::error) fmt::print(stderr, "{}\n", line);
  };
  auto simulated = run_simulated(options.simgrid, processes, options.program, {"UNPLY_PHASES=" + file.string()},
                                 scratch.path(), take);
  if (!simulated) return error_of(simulated);
  TRY(check_end(*simulated, options.program[0], processes));
  auto calls = phases.add(read_text_file(file).value_or(""), fmt::format("phases of {} processes", processes));
  if (!calls) return error_of(calls);
  return SimulationOutcome{.processes = processes, .seconds = *simulated->seconds, .calls = std::move(*calls)};
}

void show_progress(unsigned processes) {
  if (!isatty(STDERR_FILENO)) return;
  std::fputs(processes == 0 ? "\r\x1b[K" : fmt::format("\runply: simulating {} processes\x1b[K", processes).c_str(),
             stderr);
  std::fflush(stderr);
}

Result<SimulateAnswer> simulate(const SimulateOptions& options, SimulatedPhases& phases) {
  TRY(check_simulated_program(options.program[0]));
  auto hosts = simgrid_hosts(options.simgrid, options.processes.back());
  if (!hosts) return error_of(hosts);
  SimulateAnswer answer = {.platform = options.simgrid.platform,
                           .simgrid = simgrid_version(),
                           .host_speed = hosts->speed,
                           .measured_compute = options.simgrid.measure_compute,
                           .program = options.program,
                           .phases_file = options.phases,
                           .runs = {}};
  for (unsigned processes : options.processes) {
    show_progress(processes);
    auto run = simulate_once(options, processes, phases);
    show_progress(0);
    if (!run) return error_of(run);
    answer.runs.push_back(std::move(*run));
  }
  return answer;
}

Result<void> write_phases(const SimulateOptions& options, const SimulatedPhases& phases) {
  if (options.phases.empty()) return {};
  if (phases.text().empty())
    return fail(fmt::format("{}: wrote no phases", options.program[0]),
                "they come from a skeleton of unply/divide_and_conquer/mpi.h that is called; leave -o out otherwise");
  return write_output(options.phases, "phases", [&](TextOutput& out) { out.put(std::string_view(phases.text())); });
}

} // namespace

int cmd_simulate(int argc, char** argv) {
  SimulateOptions options;
  if (int code = parse(options, argc, argv); code >= 0) return code;
  SimulatedPhases phases;
  auto answer = simulate(options, phases);
  if (!answer) return print_error(answer.error());
  if (auto written = write_phases(options, phases); !written) return print_error(written.error());
  std::fputs((options.json ? simulate_json(*answer) : simulate_text(*answer)).c_str(), stdout);
  return kExitOk;
}

} // namespace unply
