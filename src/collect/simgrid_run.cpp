// Three of smpirun's defaults make times wrong without a word: smpi/host-speed is 20 kflop/s, which makes charged
// seconds vanish on hosts of Gflop/s; computing is measured on this machine, whatever else runs on it; and shared
// allocations of the global kind fail from some hundred ranks on. Here the reference speed is that of the platform's
// first host, so that a second charged by smpi_execute() is a second on that host.
#include "collect/simgrid_run.h"
#include "collect/install_paths.h"
#include "collect/simgrid_platform.h"
#include "collect/subprocess.h"
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace unply {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kClock = "unply-clock:"; // in front of SimGrid's last message, which has the exact time

// smpirun hands its words on through a shell variable, which splits them.
Result<void> check_words(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (word.empty() || word.find_first_of(" \t\n*?[") != std::string::npos)
      return fail(fmt::format("simulate: argument \"{}\": smpirun splits arguments at spaces and expands * ? [", word),
                  "hand it over by a file or an environment variable");
  return {};
}

std::optional<double> clock_of(std::string_view line) {
  size_t at = line.find(kClock);
  if (at == std::string_view::npos) return std::nullopt;
  line.remove_prefix(at + kClock.size());
  double seconds = 0;
  auto [end, wrong] = std::from_chars(line.data(), line.data() + line.size(), seconds);
  return wrong == std::errc() ? std::optional(seconds) : std::nullopt;
}

// What smpi/display-timing says besides the simulated time.
bool is_of_timing(std::string_view line) {
  return line.empty() || line.starts_with("The simulation took ") ||
         line.find(" seconds were actual computation of the application") != std::string_view::npos ||
         line.ends_with("% of the time was spent inside the application code.") ||
         line.starts_with("You may want to use sampling functions or trace replay");
}

} // namespace

Result<SimgridHosts> simgrid_hosts(const SimgridOptions& options, unsigned processes) {
  SimgridHosts hosts;
  hosts.speed = options.host_speed;
  if (options.host_file.empty() || options.host_speed == 0) {
    auto platform = read_platform(options.platform);
    if (!platform) return error_of(platform);
    hosts.names = std::move(platform->hosts);
    if (hosts.speed == 0) hosts.speed = platform->host_speed;
  }
  if (!options.host_file.empty()) {
    auto names = read_host_file(options.host_file);
    if (!names) return error_of(names);
    hosts.names = std::move(*names);
  }
  if (hosts.names.size() < processes)
    return fail(fmt::format("{}: has {} hosts, {} processes need as many",
                            options.host_file.empty() ? options.platform : options.host_file, hosts.names.size(),
                            processes),
                "--hosts FILE with lines HOST:NUMBER places several processes on a host");
  hosts.names.resize(processes);
  return hosts;
}

Result<void> check_simulated_program(const std::string& program) {
  std::error_code failed;
  if (!fs::is_regular_file(program, failed))
    return fail(fmt::format("{}: {}", program, failed ? failed.message() : "is no program"));
  if (access(program.c_str(), X_OK) != 0) return fail(fmt::format("{}: cannot run, {}", program, std::strerror(errno)));
  std::ifstream in(program, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!bytes.starts_with("\x7f"
                         "ELF") ||
      bytes.find("libsimgrid") == std::string::npos)
    return fail(fmt::format("{}: is not built for SimGrid", program),
                "build it with smpicc or smpicxx in place of mpicc or mpicxx");
  return {};
}

Result<SimulatedEnd> run_simulated(const SimgridOptions& options, unsigned processes,
                                   const std::vector<std::string>& words, const std::vector<std::string>& variables,
                                   const fs::path& scratch, const LineTaker& take) {
  fs::path smpirun = find_program("smpirun");
  if (smpirun.empty()) return fail("smpirun: is not in PATH", "apt-get install libsimgrid-dev");
  TRY(check_words(words));
  TRY(check_words({scratch.string(), options.platform}));
  auto hosts = simgrid_hosts(options, processes);
  if (!hosts) return error_of(hosts);
  fs::path host_file = scratch / "hosts";
  std::ofstream out(host_file);
  for (const std::string& host : hosts->names) out << host << '\n';
  out.close();
  if (!out) return fail(fmt::format("{}: cannot write, {}", host_file.string(), std::strerror(errno)), "see TMPDIR");

  std::vector<std::string> command = {
      smpirun.string(),
      "-np",
      std::to_string(processes),
      "-platform",
      options.platform,
      "-hostfile",
      host_file.string(),
      fmt::format("--cfg=smpi/simulate-computation:{}", options.measure_compute ? "yes" : "no"),
      fmt::format("--cfg=smpi/host-speed:{:.17g}f", hosts->speed),
      "--cfg=smpi/shared-malloc:local",
      "--cfg=smpi/display-timing:yes",
      "--log=root.thresh:warning",
      "--log=smpi_utils.thresh:info",
      fmt::format("--log=smpi_utils.fmt:{}%.9r:%m%n", kClock)};
  command.insert(command.end(), options.extra.begin(), options.extra.end());
  command.insert(command.end(), words.begin(), words.end());
  std::vector<std::string> surroundings = variables;
  surroundings.push_back("TMPDIR=" + scratch.string()); // SimGrid copies the program there, once for each rank
  SimulatedEnd simulated;
  auto end = run_streamed(command, surroundings, [&](Stream stream, std::string_view line) {
    if (auto seconds = clock_of(line); seconds && stream == Stream::error)
      simulated.seconds = seconds;
    else if (stream == Stream::output || !simulated.seconds || !is_of_timing(line))
      take(stream, line);
  });
  if (!end) return error_of(end);
  simulated.end = *end;
  return simulated;
}

std::string simgrid_version() {
  fs::path smpirun = find_program("smpirun");
  if (smpirun.empty()) return "";
  std::string said = run_program({smpirun.string(), "--version"}).output;
  constexpr std::string_view kBefore = "SimGrid version ";
  size_t at = said.find(kBefore);
  return at == std::string::npos
             ? ""
             : said.substr(at + kBefore.size(), said.find_first_of(" \n", at + kBefore.size()) - at - kBefore.size());
}

} // namespace unply
