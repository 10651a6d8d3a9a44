// unply doctor: checks the tool chain on this machine, compiles and records a program, and prints the command that
// installs missing packages.
#include "base/version.h"
#include "cli/command.h"
#include "collect/install_paths.h"
#include "collect/scratch_folder.h"
#include "collect/standard_policies.h"
#include "collect/subprocess.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/resource.h>
#include <zstd.h>

namespace unply {
namespace fs = std::filesystem;

namespace {

enum class State { ok, missing, note };
constexpr const char* kStateNames[] = {"ok", "missing", "note"};

struct Check {
  std::string name;
  std::string purpose;
  State state;
  bool required; // unply cannot compile and record without it
  std::string detail;
  std::string package; // of Debian, empty if none brings it
};

struct Tool {
  const char* program;
  const char* version_option; // null: it has none, or tells too slowly
  const char* package;
  const char* purpose;
  bool required;
};
constexpr Tool kTools[] = {
    {"clang-22", "--version", "clang-22", "unply cc", true},
    {"clang++-22", "--version", "clang-22", "unply c++", true},
    {"ld", "--version", "binutils", "unply cc, linking", true},
    {"flang-22", "--version", "flang-22", "unply fc", false},
    {"mpicc", nullptr, "libopenmpi-dev", "MPI programs of unply stg build", false},
    {"mpirun", nullptr, "openmpi-bin", "MPI programs of unply stg verify and measure", false},
    {"dot", "-V", "graphviz", "pictures from unply graph --format dot", false},
    {"FileCheck-22", nullptr, "llvm-22-tools", "tests of unply itself", false},
    {"lit-22", "--version", "llvm-22-tools", "tests of unply itself", false},
    {"valgrind", "--version", "valgrind", "measurements of unply itself", false},
    {"node", "--version", "nodejs", "tests of unply itself", false},
    {"chromium", nullptr, "chromium", "tests of unply itself", false},
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string read_first_line(const char* file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

Check check_tool(const Tool& tool) {
  fs::path found = find_program(tool.program);
  if (found.empty()) return {tool.program, tool.purpose, State::missing, tool.required, "not found", tool.package};
  std::string detail = found;
  if (tool.version_option) detail += ", " + first_line(run_program({found, tool.version_option}).output);
  return {tool.program, tool.purpose, State::ok, tool.required, detail, tool.package};
}

Check check_part(const char* name, const char* purpose, const fs::path& file, bool required = true) {
  std::error_code ignored;
  bool there = fs::exists(file, ignored);
  return {name, purpose, there ? State::ok : State::missing, required, file.string() + (there ? "" : ", no such file"),
          ""};
}

Check check_libomp(const fs::path& folder) {
  std::error_code ignored;
  bool there = fs::exists(folder / "libgomp.so.1", ignored);
  return {"libomp",
          "records OpenMP programs of any compiler",
          there ? State::ok : State::note,
          false,
          there ? folder.string()
                : fmt::format("{}: not there; scripts/fetch-libomp {}", folder.string(), folder.string()),
          ""};
}

Check check_mpi(const fs::path& module) {
  std::error_code ignored;
  bool there = fs::exists(module, ignored);
  return {"MPI recorder",
          "records messages and waits of Open MPI programs",
          there ? State::ok : State::note,
          false,
          there ? module.string()
                : fmt::format("{}: not there, since unply was built without Open MPI's mpi.h; apt-get install "
                              "libopenmpi-dev, then scripts/build",
                              module.string()),
          ""};
}

// Three task instances in a chain: the graph that a working tool chain must find.
constexpr const char* kProbe = "int cell;\n"
                               "int main(void) { for (int i = 0; i < 3; ++i)\n"
                               "_Pragma(\"exg task\") { cell += i; } return cell - 3; }\n";

// The line of a failed step that says why: its first error, not the hints and counts that follow.
std::string telling_line(const std::string& text) {
  std::istringstream lines(text);
  std::string line, last = "no message";
  while (std::getline(lines, line)) {
    if (line.find("error:") != std::string::npos) return line;
    if (!line.empty()) last = line;
  }
  return last;
}

// Compiles, records and reads back a program, each by the verb itself.
std::vector<Check> check_whole_path(const fs::path& self) {
  Check compile{"compile", "a program of three tasks", State::missing, true, "", ""};
  Check record{"record", "the same program", State::missing, true, "not tried, it does not compile", ""};
  ScratchFolder scratch("doctor");
  std::string program = scratch.path() / "probe", trace = scratch.path() / "probe.trace";
  std::ofstream(scratch.path() / "probe.c") << kProbe;
  FinishedProcess step = run_program({self, "cc", "-O1", "-g", scratch.path() / "probe.c", "-o", program});
  if (step.ok()) step = run_program({program});
  if (!step.ok()) {
    compile.detail = fmt::format("exit code {}: {}", step.exit_code, telling_line(step.output));
    return {compile, record};
  }
  compile.state = State::ok;
  compile.detail = "compiles, links and runs";
  step = run_program({self, "record", "-o", trace, "--", program});
  if (step.ok()) step = run_program({self, "graph", trace, "--format", "json"});
  nlohmann::json graph = nlohmann::json::parse(step.output, nullptr, false);
  if (!step.ok() || !graph.is_object() || !graph.contains("tasks")) {
    record.detail = fmt::format("exit code {}: {}", step.exit_code, telling_line(step.output));
    return {compile, record};
  }
  size_t flow = 0;
  for (const nlohmann::json& edge : graph["edges"]) flow += edge.value("kind", "") == "flow";
  record.detail = fmt::format("{} tasks, {} flow dependences, expected 3 and 2", graph["tasks"].size(), flow);
  if (graph["tasks"].size() == 3 && flow == 2) record.state = State::ok;
  return {compile, record};
}

// Debian's clang-22 has neither omp.h nor libomp of its own.
Check check_openmp(const fs::path& self) {
  Check check{"OpenMP", "unply cc -fopenmp", State::note, false, "", ""};
  ScratchFolder scratch("doctor");
  std::string program = scratch.path() / "probe";
  std::ofstream(scratch.path() / "probe.c")
      << "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n";
  FinishedProcess step = run_program({self, "cc", "-fopenmp", scratch.path() / "probe.c", "-o", program});
  if (step.ok()) step = run_program({program});
  if (step.ok()) {
    check.state = State::ok;
    check.detail = "a program that includes omp.h compiles, links and runs";
  } else {
    check.detail =
        fmt::format("{}; scripts/fetch-libomp {}", telling_line(step.output), install_paths().openmp().string());
  }
  return check;
}

// Programs with ThreadSanitizer, and the library that tells it how OpenMP synchronises.
Check check_races(const fs::path& openmp) {
  Check check{"races", "unply verify", State::note, false, "", "libclang-rt-22-dev"};
  const ScratchFolder scratch("doctor");
  std::ofstream(scratch.path() / "probe.c") << "int main(void) { return 0; }\n";
  const FinishedProcess step = run_program(
      {find_program("clang-22"), "-fsanitize=thread", scratch.path() / "probe.c", "-o", scratch.path() / "probe"});
  std::error_code ignored;
  if (!step.ok()) {
    check.detail = telling_line(step.output);
  } else if (!fs::exists(openmp / "libarcher.so", ignored)) {
    check.detail = fmt::format("no libarcher.so; scripts/fetch-libomp {}", openmp.string());
    check.package = "";
  } else {
    check.state = State::ok;
    check.detail = "ThreadSanitizer links, and libarcher.so tells it how OpenMP synchronises";
    check.package = "";
  }
  return check;
}

Check check_policies() {
  const std::string why = why_no_policies();
  return {"policies",
          "unply verify of std::execution",
          why.empty() ? State::ok : State::note,
          false,
          why.empty() ? "clang++-22 finds oneTBB" : why,
          ""};
}

Check check_clock() {
  std::ifstream in("/proc/cpuinfo");
  std::string line;
  while (std::getline(in, line) && !line.starts_with("flags")) {
  }
  bool steady = line.find(" constant_tsc") != std::string::npos && line.find(" nonstop_tsc") != std::string::npos;
  return {"clock",
          "times of task instances",
          steady ? State::ok : State::note,
          false,
          steady ? "time stamp counter is invariant"
                 : "time stamp counter is not reported as invariant: times may drift with the clock frequency",
          ""};
}

std::string gibibytes(rlim_t bytes) { return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1ull << 30)); }

std::vector<Check> check_limits() {
  std::vector<Check> checks;
  std::string overcommit = read_first_line("/proc/sys/vm/overcommit_memory");
  checks.push_back(
      {.name = "vm.overcommit_memory",
       .purpose = "the shadow table reserves address space",
       .state = overcommit == "2" ? State::note : State::ok,
       .required = false,
       .detail = overcommit == "2" ? "2: strict; recording stops early where memory cannot be reserved" : overcommit,
       .package = ""});
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  bool unlimited = limit.rlim_cur == RLIM_INFINITY;
  checks.push_back(
      {.name = "ulimit -v",
       .purpose = "the shadow table reserves address space",
       .state = unlimited ? State::ok : State::note,
       .required = false,
       .detail = unlimited ? "unlimited" : gibibytes(limit.rlim_cur) + ": recording of large programs stops there",
       .package = ""});
  std::string paranoid = read_first_line("/proc/sys/kernel/perf_event_paranoid");
  bool allowed = !paranoid.empty() && std::atoi(paranoid.c_str()) <= 2;
  checks.push_back({.name = "perf events",
                    .purpose = "measurements of unply itself",
                    .state = allowed ? State::ok : State::note,
                    .required = false,
                    .detail = "kernel.perf_event_paranoid is " + (paranoid.empty() ? "not there" : paranoid),
                    .package = ""});
  return checks;
}

std::vector<Check> all_checks() {
  InstallPaths paths = install_paths();
  std::vector<Check> checks;
  for (const Tool& tool : kTools) checks.push_back(check_tool(tool));
  checks.push_back(check_part("plugin", "instruments programs", paths.plugin()));
  checks.push_back(check_part("runtime", "linked into programs", paths.runtime()));
  checks.push_back(check_part("recorder", "loaded into parallel programs", paths.recorder()));
  checks.push_back(check_part("extractor", "unply stg build", paths.extractor(), false));
  checks.push_back(check_part("integer sets", "unply stg build", paths.integer_sets(), false));
  checks.push_back(check_part("race check", "unply verify", paths.races(), false));
  checks.push_back(check_part("Fortran races", "unply verify of Fortran", paths.thread_sanitizer_plugin(), false));
  checks.push_back(check_libomp(paths.openmp()));
  checks.push_back(check_mpi(paths.mpi_recorder()));
  checks.push_back(check_part("annotate.h", "regions from source code", paths.include_dir / "unply" / "annotate.h"));
  for (Check& check : check_whole_path(paths.executable)) checks.push_back(std::move(check));
  checks.push_back(check_openmp(paths.executable));
  checks.push_back(check_races(paths.openmp()));
  checks.push_back(check_policies());
  checks.push_back({.name = "zstd",
                    .purpose = "compresses recordings",
                    .state = State::ok,
                    .required = true,
                    .detail = fmt::format("version {}", ZSTD_versionString()),
                    .package = ""});
  checks.push_back(check_clock());
  for (Check& check : check_limits()) checks.push_back(std::move(check));
  return checks;
}

std::string install_command(const std::vector<Check>& checks, bool required_only) {
  std::vector<std::string> packages;
  for (const Check& check : checks)
    if (check.state == State::missing && !check.package.empty() && (check.required || !required_only) &&
        std::ranges::find(packages, check.package) == packages.end())
      packages.push_back(check.package);
  return packages.empty() ? "" : fmt::format("apt-get install {}", fmt::join(packages, " "));
}

void print_json(const std::vector<Check>& checks, bool ready) {
  nlohmann::ordered_json out;
  out["schema"] = 1;
  out["version"] = version();
  out["ready"] = ready;
  for (const Check& check : checks)
    out["checks"].push_back({{"name", check.name},
                             {"purpose", check.purpose},
                             {"state", kStateNames[static_cast<int>(check.state)]},
                             {"required", check.required},
                             {"detail", check.detail},
                             {"package", check.package}});
  out["install"] = install_command(checks, false);
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(const std::vector<Check>& checks, bool ready) {
  fmt::print("unply {}\n\n", version());
  for (const Check& check : checks) {
    const char* word =
        check.state == State::missing && !check.required ? "absent" : kStateNames[static_cast<int>(check.state)];
    fmt::print("{:<8} {:<21} {}\n", word, check.name, check.detail);
    if (check.state != State::ok) fmt::print("{:<30} for: {}\n", "", check.purpose);
  }
  fmt::print("\n{}\n", ready ? "ready: programs can be compiled and recorded here"
                             : "not ready: the parts missing above prevent compiling or recording");
  std::string needed = install_command(checks, true), all = install_command(checks, false);
  if (!all.empty() && all != needed) fmt::print("all of it: {}\n", all);
  if (!needed.empty())
    fmt::print("next: {}\n", needed);
  else
    fmt::print("next: {}\n", ready ? "unply c++ -O2 -g PROGRAM.cpp -o PROGRAM" : "scripts/build");
}

} // namespace

int cmd_doctor(int argc, char** argv) {
  CLI::App app{"Checks the tool chain, compiles and records a small program, and names missing packages.\n"
               "Exit code 0: ready, 2: a required part is missing."};
  bool json = false;
  app.add_flag("--json", json, "print JSON (schema 1)");
  app.footer("Examples:\n  unply doctor\n  unply doctor --json | jq -r .install");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;

  std::vector<Check> checks = all_checks();
  bool ready = std::ranges::none_of(checks, [](const Check& c) { return c.required && c.state == State::missing; });
  if (json)
    print_json(checks, ready);
  else
    print_text(checks, ready);
  return ready ? kExitOk : kExitUsage;
}

} // namespace unply
