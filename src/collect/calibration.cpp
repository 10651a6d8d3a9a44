#include "collect/calibration.h"
#include "collect/host.h"
#include "collect/install_paths.h"
#include "collect/scratch_folder.h"
#include "collect/subprocess.h"
#include "trace/ticks.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <thread>

namespace unply {

namespace fs = std::filesystem;

static uint64_t spin(uint64_t rounds) {
  uint64_t x = rounds | 1;
  for (uint64_t i = 0; i < rounds; ++i) x ^= x << 13, x ^= x >> 7, x ^= x << 17; // no memory, no unit shared by threads
  return x;
}

static uint64_t time_of_spinning(unsigned threads, uint64_t rounds) {
  std::vector<std::thread> others;
  std::vector<uint64_t> results(threads);
  uint64_t begin = monotonic_ns();
  for (unsigned t = 1; t < threads; ++t) others.emplace_back([&, t] { results[t] = spin(rounds + t); });
  results[0] = spin(rounds);
  for (std::thread& other : others) other.join();
  uint64_t ns = monotonic_ns() - begin;
  volatile uint64_t used = *std::ranges::max_element(results);
  (void)used;
  return std::max<uint64_t>(ns, 1);
}

double free_processors(unsigned threads) {
  constexpr int kRounds = 5;
  constexpr uint64_t kSpins = 20'000'000; // 40 ms: several time slices of the scheduler
  std::vector<double> free;
  for (int r = 0; r < kRounds; ++r) {
    double alone = static_cast<double>(time_of_spinning(1, kSpins));
    free.push_back(threads * alone / static_cast<double>(time_of_spinning(threads, kSpins)));
  }
  std::ranges::sort(free);
  return free[kRounds / 2];
}

namespace {

struct OpenMpCompiler {
  std::vector<std::string> words;
  std::string name; // for the file
};

// clang-22 with its own libomp, with that of another LLVM (their ABI is one), then GCC with libgomp.
std::vector<OpenMpCompiler> openmp_compilers() {
  std::vector<OpenMpCompiler> compilers;
  if (fs::path clang = find_program("clang++-22"); !clang.empty()) {
    compilers.push_back({{clang, "-fopenmp"}, "libomp of LLVM 22, compiled by clang++-22"});
    std::error_code none;
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator("/usr/lib", none))
      if (entry.path().filename().string().starts_with("llvm-")) folders.push_back(entry.path());
    std::ranges::sort(folders);
    for (const fs::path& folder : folders)
      if (fs::exists(folder / "lib/libomp.so", none))
        compilers.push_back(
            {{clang, "-fopenmp", "-L" + (folder / "lib").string(), "-Wl,-rpath," + (folder / "lib").string()},
             fmt::format("libomp in {}, compiled by clang++-22", (folder / "lib").string())});
  }
  if (fs::path gcc = find_program("g++"); !gcc.empty())
    compilers.push_back({{gcc, "-fopenmp"}, "libgomp, compiled by g++"});
  return compilers;
}

// The measured lines, from the first compiler whose program works.
Result<std::string> run_measured_program(const CalibrationOptions& options, std::string& runtime) {
  ScratchFolder scratch("machine");
  if (scratch.path().empty()) return fail("machine: cannot create a temporary folder", "see TMPDIR");
  fs::path source = scratch.path() / "calibration.cpp", program = scratch.path() / "calibration";
  std::ofstream(source) << kCalibrationKernels << kCalibrationProgram;
  std::string why;
  for (const OpenMpCompiler& compiler : openmp_compilers()) {
    std::vector<std::string> words = compiler.words;
    for (const std::string& word :
         {std::string("-O2"), std::string("-std=c++17"), source.string(), std::string("-o"), program.string()})
      words.push_back(word);
    if (FinishedProcess compiled = run_program(words); !compiled.ok()) continue;
    FinishedProcess measured = run_program({program, std::to_string(options.threads), std::to_string(options.repeats)});
    runtime = compiler.name;
    if (measured.ok()) return measured.output;
    why = fmt::format("machine: the calibration program ended with exit code {}: {}", measured.exit_code,
                      measured.output.substr(0, measured.output.find('\n')));
  }
  if (!why.empty()) return fail(why, "OMP_THREAD_LIMIT and the limits of this shell (ulimit -a) may be too low");
  return fail("machine: no compiler here builds an OpenMP program", "apt-get install libomp-22-dev, or g++");
}

constexpr std::string_view kOfLargeTeams = "fork_thread";

MeasuredCost cost_of(std::vector<double> ns) {
  std::ranges::sort(ns);
  auto at = [&](double share) {
    const double value = ns[static_cast<size_t>(share * static_cast<double>(ns.size() - 1))];
    return value < 10 ? std::round(value * 1000) / 1000 : std::round(value);
  };
  return {at(0.5), at(0.25), at(0.75)};
}

} // namespace

// The first repeat, before the line "begin", starts the threads and is left out.
Result<void> take_measurements(MachineFile& file, const std::string& output) {
  std::array<std::vector<double>, kMachineCosts.size()> values;
  std::istringstream lines(output);
  std::string name, number;
  bool begun = false;
  while (lines >> name >> number) {
    double ns = 0;
    auto [end, wrong] = std::from_chars(number.data(), number.data() + number.size(), ns);
    size_t at = 0;
    while (at < kMachineCosts.size() && kMachineCosts[at].name != name) ++at;
    bool known = name == "begin" || at < kMachineCosts.size();
    if (!known || wrong != std::errc() || end != number.data() + number.size())
      return fail(fmt::format("machine: the calibration program printed: {} {}", name, number));
    begun |= name == "begin";
    if (begun && at < kMachineCosts.size()) values[at].push_back(std::max(ns, 0.0));
  }
  for (size_t i = 0; i < kMachineCosts.size(); ++i)
    if (values[i].empty() && kMachineCosts[i].name != kOfLargeTeams)
      return fail(fmt::format("machine: the calibration program measured no {}", kMachineCosts[i].name));
  double task = 0;
  for (size_t i = 0; i < kMachineCosts.size(); ++i) { // "task" comes before "steal"
    if (values[i].empty()) continue;
    MeasuredCost cost = cost_of(values[i]);
    std::string_view what = kMachineCosts[i].name;
    if (what == "task") task = cost.median_ns;
    if (what == "steal") // a stolen task is measured with its beginning and end
      for (double* ns : {&cost.median_ns, &cost.low_ns, &cost.high_ns}) *ns -= std::min(*ns, task);
    file.measured[i] = cost;
    if (kMachineCosts[i].of) file.machine.*kMachineCosts[i].of = static_cast<uint64_t>(std::llround(cost.median_ns));
  }
  return {};
}

Result<MachineFile> calibrate(const CalibrationOptions& options) {
  MachineFile file;
  Host host = this_host();
  file.machine.name = host.name;
  file.cpu = host.cpu;
  file.kernel = host.kernel;
  file.cores = host.cores;
  file.threads = options.threads;
  file.repeats = options.repeats;
  file.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  file.free_before = free_processors(options.threads);
  auto output = run_measured_program(options, file.runtime);
  if (!output) return error_of(output);
  TRY(take_measurements(file, *output));
  file.free_after = free_processors(options.threads);
  return file;
}

} // namespace unply
