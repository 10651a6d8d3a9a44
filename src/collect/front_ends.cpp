#include "collect/front_ends.h"
#include "collect/program_kind.h"
#include "collect/subprocess.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace unply {

namespace {

constexpr std::array kLaunchers = {
    "mpirun",          "mpiexec",       "orterun",      "prterun", "srun",  "prun", "mpirun.openmpi",
    "mpiexec.openmpi", "mpiexec.hydra", "mpirun.mpich", "aprun",   "jsrun", "flux", "palsrun"};

bool is_launcher(const std::string& word) {
  std::string name = std::filesystem::path(word).filename().string();
  return std::ranges::find(kLaunchers, name) != kLaunchers.end();
}

// Includes indirect dependences: the dynamic linker lists them without running the program.
void look_into(const std::string& program, FrontEnds& found) {
  ProgramKind kind = kind_of_program(program);
  if (!kind.elf || !kind.loads_libraries) return;
  found.tbb |= kind.needs("libtbb.");
  found.mpi |= kind.needs("libmpi.") || kind.needs("libmpi_");
  if (found.tbb && found.mpi) return;
  FinishedProcess listed = run_program({"/lib64/ld-linux-x86-64.so.2", "--list", program});
  if (!listed.ok()) return;
  found.tbb |= listed.output.find("\tlibtbb.so") != std::string::npos;
  found.mpi |= listed.output.find("\tlibmpi.so") != std::string::npos;
}

} // namespace

FrontEnds front_ends_of(const std::string& program, const std::vector<std::string>& words) {
  FrontEnds found;
  found.starts_ranks = is_launcher(words[0]);
  if (!found.starts_ranks) {
    look_into(program, found);
    return found;
  }
  found.mpi = true;
  for (size_t i = 1; i < words.size(); ++i) {
    std::error_code ignored;
    found.own_variables |= words[i] == "-x" || words[i] == "mca_base_env_list";
    if (words[i].starts_with("-")) continue;
    if (std::filesystem::is_regular_file(words[i], ignored)) look_into(words[i], found);
  }
  return found;
}

void keep_switch_events() {
  perf_event_attr wanted = {};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_SOFTWARE;
  wanted.config = PERF_COUNT_SW_DUMMY;
  wanted.context_switch = 1;
  wanted.exclude_kernel = wanted.exclude_hv = 1;
  ::syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC); // open until this process ends
}

} // namespace unply
